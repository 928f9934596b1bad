import { PERIOD_LENGTHS } from '../../domain/vat/periods.ts';
import type { Subscription } from '../../kernel/access/account.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const accounts = table('accounts', {
  account_id: col.bigint().identity(),
  guid: col.uuid(),
  username: col.text(),
  name: col.text(),
  registration_no: col.text(),
  vat_no: col.text(),
  email: col.text(),
  address: col.text(),
  zip: col.text(),
  city: col.text(),
  bank_account: col.text(),
  subscriptions: col.textArray<Subscription>(),
  settings: col.jsonb<Record<string, unknown>>().withDefault(),
  disabled: col.boolean().withDefault(),
  api_key_digest: col.bytea(),
  password_hash: col.text(),
  created_at: col.timestamp().withDefault(),
  updated_at: col.timestamp().withDefault(),
  api_key_made_at: col.timestamp().nullable().withDefault(),
  /** When an owner has closed it for good, and until when its books are kept. */
  closed_at: col.timestamp().nullable().withDefault(),
  kept_until: col.date().nullable().withDefault(),
});

export const apiKeyUses = table('api_key_uses', {
  account_id: col.bigint(),
  used_at: col.timestamp(),
});

export const counters = table('counters', {
  account_id: col.bigint(),
  series: col.text(),
  last: col.bigint(),
});

export const vatPeriodLengths = table('vat_period_lengths', {
  account_id: col.bigint(),
  from_year: col.smallint(),
  periods: col.oneOf(PERIOD_LENGTHS),
});

/** `locked_by`, `unlocked_by`: the person; null where a key was used. */
export const vatLocks = table('vat_locks', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  from_date: col.date(),
  to_date: col.date(),
  locked_at: col.timestamp(),
  locked_by: col.bigint().nullable(),
  unlocked_at: col.timestamp().nullable().withDefault(),
  unlocked_by: col.bigint().nullable().withDefault(),
  unlock_reason: col.text().withDefault(),
});

export const logos = table('logos', {
  account_id: col.bigint(),
  guid: col.uuid(),
  content_type: col.oneOf(['image/png', 'image/jpeg']),
  width: col.integer(),
  height: col.integer(),
  bytes: col.bytea(),
  created_at: col.timestamp(),
});
