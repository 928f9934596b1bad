import { bigint, jsonb, text, timestamp } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

interface StoredAttachment {
  filename: string;
  contentType: string;
  base64: string;
  /** Set for a picture inside the HTML part. */
  cid?: string;
}

export const sandboxMail = table('sandbox_mail', {
  account_id: bigint(),
  id: bigint().identity(),
  message_id: text(),
  recipient: text(),
  subject: text(),
  text: text(),
  html: text(),
  attachments: jsonb<StoredAttachment[]>(),
  sent_at: timestamp(),
});
