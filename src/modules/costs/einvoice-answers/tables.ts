import { ANSWER_STATES, EINVOICE_ANSWERS } from '../../../domain/costs/einvoice-answers.ts';
import { col } from '../../../kernel/database/row.ts';
import { table } from '../../../kernel/database/table.ts';

export const einvoiceAnswers = table('einvoice_answers', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  cost_guid: col.uuid(),
  answer: col.oneOf(EINVOICE_ANSWERS),
  reason: col.text(),
  /** The document as its sender wrote it, and where its sender is reached. */
  number: col.text(),
  issue_date: col.date().nullable(),
  type_code: col.text(),
  receiver: col.text(),
  receiver_name: col.text(),
  state: col.oneOf(ANSWER_STATES),
  problem: col.text().withDefault(),
  /** The person; null where the key of the account answered. */
  answered_by: col.bigint().nullable(),
  answered_at: col.timestamp(),
});
