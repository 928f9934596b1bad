import { guid, object } from '../../kernel/fields/input-fields.ts';
import { fileAnswer } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { printReminderOf } from './print-reminder.ts';

export const getReminderPdf = defineRead({
  name: 'get-reminder-pdf',
  summary: 'Reads a reminder of an unpaid invoice as a PDF, for customers who get their invoices on paper.',
  description:
    'It repeats the invoice with the amount that remains to be paid today. The answer has the file in base64. Nothing is sent or stored.',
  access: { scope: 'nav' },
  input: object({ guid: guid('The invoice') }),
  output: fileAnswer('ReminderPdf', 'The invoice', 'aminning-1.pdf'),
  refusals: ['invoice_not_found', 'delivery_refused'],
  async run(ctx, { guid: invoiceGuid }) {
    const { fileName, pdf } = await printReminderOf(ctx, invoiceGuid);
    return { guid: invoiceGuid, file_name: fileName, file: pdf.toString('base64') };
  },
});
