import { LANGS } from '../../domain/values/codes.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const invoiceReminders = table('invoice_reminders', {
  account_id: col.bigint(),
  invoice_id: col.bigint(),
  kind: col.oneOf(['before', 'after']),
  created_at: col.timestamp(),
});

/** Receipts of payments that settle no invoice, whose timeline would have the mail. */
export const paymentMails = table('payment_mails', {
  account_id: col.bigint(),
  guid: col.uuid(),
  payment_id: col.bigint(),
  person_id: col.bigint().nullable(),
  recipient: col.text(),
  state: col.oneOf(['queued', 'sent', 'failed']).withDefault(),
  reason: col.text().withDefault(),
  created_at: col.timestamp(),
  ended_at: col.timestamp().nullable().withDefault(),
});

export const mailTexts = table('mail_texts', {
  account_id: col.bigint(),
  lang: col.oneOf(LANGS),
  about: col.oneOf(['invoice', 'before', 'after', 'receipt']),
  subject: col.text(),
  greeting: col.text(),
  body: col.text(),
  updated_at: col.timestamp(),
});
