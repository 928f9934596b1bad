import { PERIOD_LENGTHS } from '../../domain/vat/periods.ts';
import type { Subscription } from '../../kernel/access/account.ts';
import {
  bigint,
  boolean,
  bytea,
  date,
  integer,
  jsonb,
  oneOf,
  smallint,
  text,
  textArray,
  timestamp,
  uuid,
} from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const accounts = table('accounts', {
  account_id: bigint().identity(),
  guid: uuid(),
  username: text(),
  name: text(),
  registration_no: text(),
  vat_no: text(),
  email: text(),
  address: text(),
  zip: text(),
  city: text(),
  bank_account: text(),
  subscriptions: textArray<Subscription>(),
  settings: jsonb<Record<string, unknown>>().withDefault(),
  disabled: boolean().withDefault(),
  api_key_digest: bytea(),
  password_hash: text(),
  created_at: timestamp().withDefault(),
  updated_at: timestamp().withDefault(),
  api_key_made_at: timestamp().nullable().withDefault(),
  /** When an owner has closed it for good, and until when its books are kept. */
  closed_at: timestamp().nullable().withDefault(),
  kept_until: date().nullable().withDefault(),
});

export const apiKeyUses = table('api_key_uses', {
  account_id: bigint(),
  used_at: timestamp(),
});

export const counters = table('counters', {
  account_id: bigint(),
  series: text(),
  last: bigint(),
});

export const vatPeriodLengths = table('vat_period_lengths', {
  account_id: bigint(),
  from_year: smallint(),
  periods: oneOf(PERIOD_LENGTHS),
});

/** `locked_by`, `unlocked_by`: the person; null where a key was used. */
export const vatLocks = table('vat_locks', {
  account_id: bigint(),
  id: bigint().identity(),
  from_date: date(),
  to_date: date(),
  locked_at: timestamp(),
  locked_by: bigint().nullable(),
  unlocked_at: timestamp().nullable().withDefault(),
  unlocked_by: bigint().nullable().withDefault(),
  unlock_reason: text().withDefault(),
});

export const logos = table('logos', {
  account_id: bigint(),
  guid: uuid(),
  content_type: oneOf(['image/png', 'image/jpeg']),
  width: integer(),
  height: integer(),
  bytes: bytea(),
  created_at: timestamp(),
});
