import { z } from 'zod';
import { createdRecord, out } from '../../../kernel/fields/output-fields.ts';

export const invoiceWarnings = z
  .array(
    z.object({
      code: out.text('Which warning it is', 'issue_date_before_last'),
      message: out.text('For people'),
      values: z.array(out.text('A value', '2026-03-16')).readonly().describe('What the message is made of'),
    }),
  )
  .readonly()
  .describe('What is unusual about it, though it is not refused');

export const createdInvoice = createdRecord.extend({
  number: out.text('Number of the invoice; null while it is a draft', '1').nullable(),
  payment_link: out.text('Public page to pay at, if one was asked for').nullable(),
  warnings: invoiceWarnings,
});
