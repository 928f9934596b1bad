import { LANGS } from '../../domain/values/codes.ts';
import { bigint, oneOf, text, timestamp } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const invoiceReminders = table('invoice_reminders', {
  account_id: bigint(),
  invoice_id: bigint(),
  kind: oneOf(['before', 'after']),
  created_at: timestamp(),
});

export const mailTexts = table('mail_texts', {
  account_id: bigint(),
  lang: oneOf(LANGS),
  about: oneOf(['invoice', 'before', 'after', 'receipt']),
  subject: text(),
  greeting: text(),
  body: text(),
  updated_at: timestamp(),
});
