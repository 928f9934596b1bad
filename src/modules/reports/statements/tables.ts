import { col } from '../../../kernel/database/row.ts';
import { table } from '../../../kernel/database/table.ts';

export const statementMails = table('statement_mails', {
  account_id: col.bigint(),
  guid: col.uuid(),
  customer_id: col.bigint(),
  person_id: col.bigint().nullable(),
  recipient: col.text(),
  from_date: col.date(),
  to_date: col.date(),
  currency: col.text(),
  state: col.oneOf(['queued', 'sent', 'failed']).withDefault(),
  reason: col.text().withDefault(),
  created_at: col.timestamp(),
  ended_at: col.timestamp().nullable().withDefault(),
});
