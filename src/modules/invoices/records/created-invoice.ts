import { z } from 'zod';
import { createdRecord, out } from '../../../kernel/fields/output-fields.ts';

export const invoiceWarnings = z
  .array(
    z.object({
      code: out.own('Which warning it is', 'issue_date_before_last'),
      message: out.own('For people'),
      values: z.array(out.own('A value', '2026-03-16')).readonly().describe('What the message is made of'),
    }),
  )
  .readonly()
  .describe('What is unusual about it, though it is not refused');

export const createdInvoice = createdRecord.extend({
  number: out.own('Number of the invoice; null while it is a draft', '1').nullable(),
  payment_link: out.own('Public page to pay at, if one was asked for').nullable(),
  warnings: invoiceWarnings,
});
