import type { FiledBoxes } from '../../domain/vat/boxes.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

/**
 * `sending`: the tax office was called, or is about to be. `accepted`: it has answered. `submitted`: that is in the log and was
 * announced. `lock_id`: the lock of the period under which it is handed in. `made_lock`: the period was not locked before. `sending_until`: nobody else calls the office before.
 */
export const vatSubmissions = table('vat_submissions', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  from_date: col.date(),
  to_date: col.date(),
  kind: col.oneOf(['first', 'correction']),
  state: col.oneOf(['sending', 'accepted', 'submitted']),
  lock_id: col.bigint(),
  made_lock: col.boolean(),
  begun_at: col.timestamp(),
  begun_by: col.bigint().nullable(),
  sending_until: col.timestamp().nullable().withDefault(),
  boxes: col.jsonb<FiledBoxes>().nullable().withDefault(),
  submitted_at: col.timestamp().nullable().withDefault(),
  assessment: col.bigint().withDefault(),
  to_pay: col.bigint().withDefault(),
  due_on: col.date().nullable().withDefault(),
  ocr: col.text().nullable().withDefault(),
  claim_no: col.text().nullable().withDefault(),
  receipt: col.bytea().nullable().withDefault(),
});

export const taxLogins = table('tax_logins', {
  account_id: col.bigint(),
  kennitala: col.text(),
  sealed_key: col.text(),
  changed_at: col.timestamp(),
});
