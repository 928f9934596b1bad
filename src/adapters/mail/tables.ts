import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

interface StoredAttachment {
  filename: string;
  contentType: string;
  base64: string;
  /** Set for a picture inside the HTML part. */
  cid?: string;
}

export const sandboxMail = table('sandbox_mail', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  message_id: col.text(),
  recipient: col.text(),
  subject: col.text(),
  text: col.text(),
  html: col.text(),
  attachments: col.jsonb<StoredAttachment[]>(),
  sent_at: col.timestamp(),
});
