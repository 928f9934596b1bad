import { z } from 'zod';
import { CURRENCIES, PAYMENT_METHODS } from '../../domain/codes.ts';
import {
  choice,
  date,
  daysOrDate,
  flag,
  guid,
  integer,
  list,
  number,
  object,
  text,
} from '../../kernel/fields.ts';
import { shown } from '../../kernel/shown.ts';
import {
  buyerInput,
  discount,
  invoiceCustomer,
  invoiceLine,
  lineInput,
  MAX_LINES,
  MEANING,
} from '../invoices/schema.ts';

export const DOCUMENT_KINDS = ['order', 'draft', 'quote'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const MAX_DAYS = 3650;

/** Time is billed when an invoice is issued; here a task would be forgotten in silence, so it is refused. */
const documentLineInput = lineInput
  .extend({ task_guid: text(60).optional().describe('Not taken here; time is billed by create-invoice') })
  .meta({ id: 'NewDocumentLine' });

/** What becomes an invoice later. An update sends only what changes; lines that are sent replace all lines. */
export const documentInput = object({
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
  items: list(documentLineInput, MAX_LINES).nullish().describe('The lines'),
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
export type DocumentInput = z.infer<typeof documentInput>;

export const partInput = object({
  items: list(
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
export const document = z
  .object({
    guid: shown.guid('Identifies the document'),
    number: shown.text('Its number; empty on a draft', '1'),
    system_type: shown.code(DOCUMENT_KINDS, 'What it is'),
    status: shown.code(['open', 'invoiced'], 'Whether all of it has been invoiced'),
    amount: shown.number('Total with VAT', 46500),
    currency: shown.code(CURRENCIES, MEANING.currency),
    due_date: dayOrDays(MEANING.due_date),
    settlement_date: dayOrDays(MEANING.settlement_date),
    delivery_date: shown.date(MEANING.delivery_date).nullable(),
    description: shown.text(MEANING.description),
    booking: shown.text(MEANING.booking),
    cost_provide: shown.text(MEANING.cost_provide),
    terms: shown.text(MEANING.terms),
    is_claim: shown.flag('Whether a bank claim will be made'),
    is_payment_link: shown.flag('Whether there will be a page to pay at'),
    is_discount: shown.flag('Whether there is a discount on the whole document'),
    discount_type: shown.flag('Whether that discount is a percentage'),
    discount_value: shown.number(MEANING.discount_value),
    payment_fee: shown.number(MEANING.payment_fee),
    mark_paid: shown.flag('Whether the invoice will be paid when it is made'),
    created_date: shown.date('Day it was made'),
    updated_timestamp: shown.time('Last change'),
    items: z
      .array(
        invoiceLine
          .omit({ task_guid: true })
          .extend({ invoiced_qty: shown.number('How much of it has been invoiced') }),
      )
      .describe('The lines'),
    customer: invoiceCustomer,
  })
  .meta({ id: 'Document', description: 'An order, draft or quote: what becomes an invoice later.' });
export type Document = z.infer<typeof document>;
