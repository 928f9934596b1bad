import { LANGS } from '../../domain/values/codes.ts';
import { bigint, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const invoiceReminders = table('invoice_reminders', {
  account_id: bigint(),
  invoice_id: bigint(),
  kind: oneOf(['before', 'after']),
  created_at: timestamp(),
});

/** Receipts of payments that settle no invoice, whose timeline would have the mail. */
export const paymentMails = table('payment_mails', {
  account_id: bigint(),
  guid: uuid(),
  payment_id: bigint(),
  person_id: bigint().nullable(),
  recipient: text(),
  state: oneOf(['queued', 'sent', 'failed']).withDefault(),
  reason: text().withDefault(),
  created_at: timestamp(),
  ended_at: timestamp().nullable().withDefault(),
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
