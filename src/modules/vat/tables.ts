import type { FiledBoxes } from '../../domain/vat/boxes.ts';
import {
  bigint,
  boolean,
  bytea,
  date,
  jsonb,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

/**
 * `sending`: the tax office was called, or is about to be. `accepted`: it has answered. `submitted`: that is in the log and was
 * announced. `lock_id`: the lock of the period under which it is handed in. `made_lock`: the period was not locked before. `sending_until`: nobody else calls the office before.
 */
export const vatSubmissions = table('vat_submissions', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  from_date: date(),
  to_date: date(),
  kind: oneOf(['first', 'correction']),
  state: oneOf(['sending', 'accepted', 'submitted']),
  lock_id: bigint(),
  made_lock: boolean(),
  begun_at: timestamp(),
  begun_by: bigint().nullable(),
  sending_until: timestamp().nullable().withDefault(),
  boxes: jsonb<FiledBoxes>().nullable().withDefault(),
  submitted_at: timestamp().nullable().withDefault(),
  assessment: bigint().withDefault(),
  to_pay: bigint().withDefault(),
  due_on: date().nullable().withDefault(),
  ocr: text().nullable().withDefault(),
  claim_no: text().nullable().withDefault(),
  receipt: bytea().nullable().withDefault(),
});

export const taxLogins = table('tax_logins', {
  account_id: bigint(),
  kennitala: text(),
  sealed_key: text(),
  changed_at: timestamp(),
});
