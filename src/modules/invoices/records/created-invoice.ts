import { z } from 'zod';
import { component, createdRecord, out } from '../../../kernel/fields/output-fields.ts';

export const invoiceWarnings = z
  .array(
    z.object({
      code: out.own('Code of the warning', 'issue_date_before_last'),
      message: out.own('For people'),
      values: z
        .array(out.own('A value', '2026-03-16'))
        .readonly()
        .describe('The variable parts of the message'),
    }),
  )
  .readonly()
  .describe('Warnings: unusual values that are not refused');

export const createdInvoice = createdRecord.extend({
  number: out.own('Number of the invoice; null while it is a draft', '1').nullable(),
  payment_link: out.own('Public payment page, if one was asked for').nullable(),
  warnings: invoiceWarnings,
});

/** The result for one document. */
export const createdDocument = component(
  'CreatedDocument',
  {
    index: out.integer('Its place in the list, from 0', 0),
    status: out.flag('Whether it was accepted'),
    guid: out.guid('Identifies the document').optional(),
    id: out.integer('Its numeric id', 1).optional(),
    invoice_number: out.own('Its number; null while it is a draft', '1').nullable().optional(),
    payment_link: out.own('Public payment page, if one was asked for').optional(),
    warnings: invoiceWarnings.optional(),
    code: out.own('Why it was refused, as create-invoice would refuse it', 'amount_mismatch').optional(),
    message: out.own('The refusal for people').optional(),
  },
  'The result for one document: it has a guid, or a code.',
);
export type CreatedDocument = z.infer<typeof createdDocument>;
