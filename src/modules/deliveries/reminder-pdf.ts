import { z } from 'zod';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { printReminderOf } from './print-reminder.ts';

export const getReminderPdf = defineRead({
  name: 'get-reminder-pdf',
  summary: 'Reads a reminder of an unpaid invoice as a PDF, for customers who get their invoices on paper.',
  description:
    'It repeats the invoice with the amount that remains to be paid today. The answer has the file in base64. Nothing is sent or stored.',
  access: { scope: 'nav' },
  input: object({ guid: guid().describe('The invoice') }),
  output: z
    .object({
      guid: out.guid('The invoice'),
      file_name: out.own('What to call the file', 'aminning-1.pdf'),
      file: out.base64('The PDF, base64'),
    })
    .meta({ id: 'ReminderPdf' }),
  refusals: ['invoice_not_found', 'delivery_refused'],
  async run(ctx, { guid: invoiceGuid }) {
    const { fileName, pdf } = await printReminderOf(ctx, invoiceGuid);
    return { guid: invoiceGuid, file_name: fileName, file: pdf.toString('base64') };
  },
});
