import { z } from 'zod';
import { CURRENCIES, PAYMENT_METHODS } from '../../domain/codes.ts';
import {
  choice,
  date,
  daysOrDate,
  flag,
  guid,
  integer,
  listOf,
  number,
  object,
  text,
} from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import {
  buyerInput,
  discount,
  invoiceCustomer,
  invoiceLine,
  lineInput,
  MAX_LINES,
  MEANING,
} from '../invoices/schema.ts';

export const SALES_DOCUMENT_KINDS = ['order', 'draft', 'quote'] as const;
export type SalesDocumentKind = (typeof SALES_DOCUMENT_KINDS)[number];

const MAX_DAYS = 3650;

/** Time is billed when an invoice is issued; here a task would be forgotten in silence, so it is refused. */
const documentLineInput = lineInput
  .extend({ task_guid: text(60).optional().describe('Not taken here; time is billed by create-invoice') })
  .meta({ id: 'NewDocumentLine' });

/** What becomes an invoice later. An update sends only what changes; lines that are sent replace all lines. */
export const salesDocumentInput = object({
  amount: number({ places: 20 })
    .optional()
    .describe('Sum of the lines with VAT and after discounts; checked when it is sent'),
  currency: choice(CURRENCIES).optional().describe(`${MEANING.currency}; ISK when left out`),
  exchange_rate: number({ places: 6, min: '0.000001', max: '1000000' })
    .optional()
    .describe(`${MEANING.exchange_rate}; else the rate of the day of issue`),
  kennitala: text(20).optional().describe('Finds the newest active customer profile with it'),
  customer: buyerInput.nullish(),
  due_date: daysOrDate(MAX_DAYS)
    .optional()
    .describe(`${MEANING.due_date}: days from issue, or a date; the customer's own days when left out`),
  settlement_date: daysOrDate(MAX_DAYS)
    .optional()
    .describe(
      `${MEANING.settlement_date}: days from issue, or a date; the customer's own days when left out`,
    ),
  delivery_date: date.optional().describe(MEANING.delivery_date),
  description: text(4000).optional().describe(MEANING.description),
  booking: text(200).optional().describe(MEANING.booking),
  cost_provide: text(200).optional().describe(MEANING.cost_provide),
  terms: text(4000).optional().describe(MEANING.terms),
  trading_partner_id: text(20).optional().describe("Sends the e-invoice elsewhere than the customer's own"),
  is_claim: flag.optional().describe('Make a bank claim when it is invoiced'),
  is_discount: flag.optional().describe('Discount on the whole document, by discount_value'),
  discount_type: flag.optional().describe(MEANING.discount_type),
  discount_value: discount.optional().describe(MEANING.discount_value),
  payment_fee: number({ places: 2, min: '0', max: '1000000' }).optional().describe(MEANING.payment_fee),
  mark_paid: flag.optional().describe('The invoice is paid when it is made'),
  method_payment: integer(1, PAYMENT_METHODS.length).optional().describe('How it is paid, with mark_paid'),
  is_payment_link: flag.optional().describe('Make a public page to pay at when it is invoiced'),
  items: listOf(documentLineInput, MAX_LINES).nullish().describe('The lines'),
}).meta({
  id: 'NewDocument',
  examples: [
    {
      amount: 46500,
      currency: 'ISK',
      settlement_date: 14,
      customer: { name: 'Jón Jónsson', output_select: '4' },
      items: [
        {
          add_new: true,
          item_number: 'RAD-1',
          description: 'Ráðgjöf',
          qty: 2.5,
          uom: 'HUR',
          unit_price: 15000,
          tax: 'S',
        },
      ],
    },
  ],
});
export type SalesDocumentInput = z.infer<typeof salesDocumentInput>;

export const partInput = object({
  items: listOf(
    object({ guid: guid().describe('A line of the order, or its item'), qty: lineInput.shape.qty }),
    MAX_LINES,
  )
    .nullish()
    .describe('What is delivered now; all that is left when left out'),
}).meta({ id: 'PartDelivery' });

const dayOrDays = (description: string) =>
  z
    .union([z.string(), z.number()])
    .meta({ description: `${description}: days from issue, or a date`, examples: [14] });

/** An order, draft or quote as both APIs show it. */
export const salesDocument = z
  .object({
    guid: out.guid('Identifies the document'),
    number: out.text('Its number; empty on a draft', '1'),
    system_type: out.code(SALES_DOCUMENT_KINDS, 'What it is'),
    status: out.code(['open', 'invoiced'], 'Whether all of it has been invoiced'),
    amount: out.number('Total with VAT', 46500),
    currency: out.code(CURRENCIES, MEANING.currency),
    due_date: dayOrDays(MEANING.due_date),
    settlement_date: dayOrDays(MEANING.settlement_date),
    delivery_date: out.date(MEANING.delivery_date).nullable(),
    description: out.text(MEANING.description),
    booking: out.text(MEANING.booking),
    cost_provide: out.text(MEANING.cost_provide),
    terms: out.text(MEANING.terms),
    is_claim: out.flag('Whether a bank claim will be made'),
    is_payment_link: out.flag('Whether there will be a page to pay at'),
    is_discount: out.flag('Whether there is a discount on the whole document'),
    discount_type: out.flag('Whether that discount is a percentage'),
    discount_value: out.number(MEANING.discount_value),
    payment_fee: out.number(MEANING.payment_fee),
    mark_paid: out.flag('Whether the invoice will be paid when it is made'),
    created_date: out.date('Day it was made'),
    updated_timestamp: out.time('Last change'),
    items: z
      .array(
        invoiceLine
          .omit({ task_guid: true })
          .extend({ invoiced_qty: out.number('How much of it has been invoiced') }),
      )
      .describe('The lines'),
    customer: invoiceCustomer,
  })
  .meta({ id: 'Document', description: 'An order, draft or quote: what becomes an invoice later.' });
export type SalesDocument = z.infer<typeof salesDocument>;
