import { bigint, jsonb, text, timestamp } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const sandboxMail = table('sandbox_mail', {
  account_id: bigint(),
  id: bigint().identity(),
  message_id: text(),
  recipient: text(),
  subject: text(),
  text: text(),
  html: text(),
  attachments: jsonb<object>(),
  sent_at: timestamp(),
});
