import { ANSWER_STATES, EINVOICE_ANSWERS } from '../../../domain/costs/einvoice-answers.ts';
import { bigint, date, oneOf, text, timestamp, uuid } from '../../../kernel/database/row.ts';
import { table } from '../../../kernel/database/table.ts';

export const einvoiceAnswers = table('einvoice_answers', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  cost_guid: uuid(),
  answer: oneOf(EINVOICE_ANSWERS),
  reason: text(),
  /** The document as its sender wrote it, and where its sender is reached. */
  number: text(),
  issue_date: date().nullable(),
  type_code: text(),
  receiver: text(),
  receiver_name: text(),
  state: oneOf(ANSWER_STATES),
  problem: text().withDefault(),
  /** The person; null where the key of the account answered. */
  answered_by: bigint().nullable(),
  answered_at: timestamp(),
});
