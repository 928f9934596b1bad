import { z } from 'zod';
import { daysBetween } from '../../../domain/dates.ts';
import { OWED_STATUSES } from '../../../domain/invoice-status.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { guid, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operation.ts';
import { printReminder } from '../../../rendering/pdf/printer.ts';
import { readLogoBytes } from '../../accounts/logo-store.ts';
import { paymentLink } from '../pay/payment-link.ts';
import { findRendition } from './rendition-store.ts';

export const getReminderPdf = defineRead({
  name: 'get-reminder-pdf',
  summary: 'A reminder of an unpaid invoice as a PDF, for customers who get their invoices on paper.',
  description:
    'It repeats the invoice with what is left to pay today. The answer carries the file in base64; nothing is sent or stored.',
  scope: 'nav',
  input: object({ guid: guid().describe('The invoice') }),
  output: z
    .object({
      guid: out.guid('The invoice'),
      file_name: out.text('What to call the file', 'aminning-1.pdf'),
      file: out.text('The PDF, base64', 'JVBERi0xLjcK…').meta({ contentEncoding: 'base64' }),
    })
    .meta({ id: 'ReminderPdf' }),
  refusals: ['invoice_not_found', 'delivery_refused'],
  async run(ctx, { guid: invoiceGuid }) {
    const { db, account, today } = ctx;
    const [found, logo] = await Promise.all([
      findRendition(db, account.id, invoiceGuid, false),
      readLogoBytes(db, account.id),
    ]);
    const { record } = found ?? fail('invoice_not_found');
    const isOwed = record.kind === 'invoice' && OWED_STATUSES.some((status) => status === record.status);
    if (!isOwed) fail('delivery_refused', violation('reminder_settled'));
    const overdueDays = Math.max(0, daysBetween(record.due_date, today));
    const link = record.is_payment_link ? paymentLink(ctx, record.guid) : '';
    const extra = { overdueDays, paymentLink: link };
    const { fileName, pdf } = await printReminder(account.id, record, extra, logo);
    return { guid: invoiceGuid, file_name: fileName, file: pdf.toString('base64') };
  },
});
