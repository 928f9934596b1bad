import { bigint, date, oneOf, text, timestamp, uuid } from '../../../kernel/database/row.ts';
import { table } from '../../../kernel/database/table.ts';

export const statementMails = table('statement_mails', {
  account_id: bigint(),
  guid: uuid(),
  customer_id: bigint(),
  person_id: bigint().nullable(),
  recipient: text(),
  from_date: date(),
  to_date: date(),
  currency: text(),
  state: oneOf(['queued', 'sent', 'failed']).withDefault(),
  reason: text().withDefault(),
  created_at: timestamp(),
  ended_at: timestamp().nullable().withDefault(),
});
