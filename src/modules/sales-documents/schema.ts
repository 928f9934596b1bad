import { z } from 'zod';
import { CURRENCIES } from '../../domain/values/codes.ts';
import {
  choice,
  date,
  daysOrDate,
  flag,
  guid,
  listOf,
  object,
  text,
} from '../../kernel/fields/input-fields.ts';
import { component, out, textSources } from '../../kernel/fields/output-fields.ts';
import { documentForms, lineForms } from '../invoices/records/forms.ts';
import {
  buyerInput,
  clientAmount,
  discountFields,
  discountOutputs,
  EXAMPLE_SALE,
  exchangeRate,
  fileList,
  invoiceCustomer,
  invoiceLine,
  lineInput,
  MAX_LINES,
  MEANING,
  paidOutputs,
  paymentMethod,
  textFields,
  textOutputs,
  tradingPartnerId,
} from '../invoices/records/schema.ts';

/**
 * There are two kinds of drafts. The sales document `draft` is stored here and can be changed until an invoice is made from
 * it. create-invoice with `save` stores a row of `invoices` with status Draft, which cannot be changed, only issued.
 */
export const SALES_DOCUMENT_KINDS = ['order', 'draft', 'quote'] as const;
export type SalesDocumentKind = (typeof SALES_DOCUMENT_KINDS)[number];

const MAX_DAYS = 3650;

/** Time is billed only when an invoice is issued. A task on a document would be lost silently, so it is refused. */
const documentLineInput = lineInput
  .omit({ line_guid: true })
  .extend({ task_guid: text(60).optional('Not taken here; time is billed by create-invoice') })
  .meta({ id: 'NewDocumentLine', ...lineForms('Document', ['task_guid']) });

/** A document that becomes an invoice later. */
export const salesDocumentInput = object({
  amount: clientAmount.optional('Sum of the lines with VAT and after discounts; checked when it is sent'),
  currency: choice(CURRENCIES).optional(`${MEANING.currency}; ISK when left out`),
  exchange_rate: exchangeRate.clearable(
    `${MEANING.exchange_rate}; else, or empty, the rate of the day of issue`,
  ),
  kennitala: text(20).optional('Finds the newest active customer profile with it'),
  customer: buyerInput.nullish(),
  due_date: daysOrDate(MAX_DAYS).optional(
    `${MEANING.due_date}: days from issue, or a date; the customer's own days when left out`,
  ),
  settlement_date: daysOrDate(MAX_DAYS).optional(
    `${MEANING.settlement_date}: days from issue, or a date; the customer's own days when left out`,
  ),
  ...textFields,
  trading_partner_id: tradingPartnerId,
  is_claim: flag.optional("Make a bank claim when it is invoiced; the customer's own choice when left out"),
  is_discount: flag.optional(
    "Discount on the whole document, by discount_value; the customer's own choice when left out",
  ),
  ...discountFields,
  mark_paid: flag.optional('The invoice is paid when it is issued'),
  method_payment: paymentMethod.optional('How it is paid, with mark_paid'),
  is_payment_link: flag.optional('Create a public payment page when it is invoiced'),
  files: fileList.describe(
    `${fileList.description}. They are attached to each of its invoices; an update replaces the list`,
  ),
  items: listOf(documentLineInput, MAX_LINES).nullish().describe('The lines'),
}).meta({
  id: 'NewDocument',
  ...documentForms('NewDocument'),
  examples: [
    {
      amount: 46500,
      currency: 'ISK',
      settlement_date: 14,
      ...EXAMPLE_SALE,
    },
  ],
});
/** The same fields where an update sends only those that change; its lines replace all lines. */
export const salesDocumentChanges = object(salesDocumentInput.shape).meta({
  id: 'DocumentChanges',
  examples: [{ description: 'Afhending í lok mars', settlement_date: 30 }],
});

const QUOTE_FIELDS = {
  valid_until: date.clearable('Last day on which the customer can accept it on its page; empty for no end'),
  accept_as: choice(['invoice', 'draft']).optional(
    'What is created when it is accepted: an issued invoice, or a draft that the seller issues; invoice when left out',
  ),
  remind: flag.optional('Remind the customer by mail three days before it expires'),
};

export const quoteChanges = object({ ...salesDocumentInput.shape, ...QUOTE_FIELDS }).meta({
  id: 'QuoteChanges',
  examples: [{ description: 'Afhending í lok mars', valid_until: '2026-04-30' }],
});
export type SalesDocumentInput = z.infer<typeof salesDocumentInput> &
  Partial<Pick<z.infer<typeof quoteChanges>, keyof typeof QUOTE_FIELDS>>;

const type = choice(['invoice', 'credit']);

/** A quote has the body of an invoice, whose type it takes. */
export const quoteInput = salesDocumentInput
  .extend({ ...QUOTE_FIELDS, type: type.optional('invoice: a quote cannot become a credit note') })
  .meta({ id: 'NewQuote', examples: [{ type: 'invoice', amount: 46500, currency: 'ISK', ...EXAMPLE_SALE }] });

/** The agent API asks for the fields that its invoices need too. */
export const fullQuoteInput = quoteInput
  .extend({
    amount: clientAmount('Sum of the lines with VAT and after discounts'),
    type: type('invoice: a quote cannot become a credit note'),
  })
  .meta({
    id: 'FullQuote',
    examples: [{ type: 'invoice', amount: 46500, currency: 'ISK', ...EXAMPLE_SALE }],
  });

export const partInput = object({
  items: listOf(
    object({ guid: guid('A line of the order, or its item'), qty: lineInput.shape.qty }),
    MAX_LINES,
  )
    .nullish()
    .describe('Quantity that is delivered now; all that remains when left out'),
}).meta({ id: 'PartDelivery' });

const dayOrDays = (description: string) =>
  z
    .union([z.string().register(textSources, { by: 'own' }), z.number()])
    .meta({ description: `${description}: days from issue, or a date`, examples: [14] });

/** An order, draft or quote in both APIs. */
export const salesDocument = component(
  'Document',
  {
    guid: out.guid('Identifies the document'),
    number: out.own('Its number; empty on a draft', '1'),
    system_type: out.code(SALES_DOCUMENT_KINDS, 'What it is'),
    status: out.code(
      ['open', 'invoiced', 'declined'],
      'Whether all of it has been invoiced; declined: the customer does not want the quote',
    ),
    amount: out.number('Total with VAT', 46500),
    currency: out.code(CURRENCIES, MEANING.currency),
    exchange_rate: out.number(`${MEANING.exchange_rate}; null: that of the day of issue`, 141.5).nullable(),
    due_date: dayOrDays(MEANING.due_date),
    settlement_date: dayOrDays(MEANING.settlement_date),
    ...textOutputs,
    is_claim: out.flag('Whether a bank claim will be made'),
    is_payment_link: out.flag('Whether there will be a public payment page'),
    is_discount: out.flag('Whether there is a discount on the whole document'),
    ...discountOutputs,
    payment_fee: out.number(MEANING.payment_fee),
    ...paidOutputs,
    mark_paid: out.flag('Whether the invoice will be paid when it is issued'),
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
  },
  'An order, draft or quote, which becomes an invoice later.',
);
export type SalesDocument = z.infer<typeof salesDocument>;

/** A quote, with what became of it. */
export const quote = salesDocument
  .extend({
    valid_until: out.date('Last day on which the customer can accept it on its page').nullable(),
    accept_as: out.code(['invoice', 'draft'], 'What accepting it makes'),
    remind: out.flag('Whether the customer is reminded before it expires'),
    link: out
      .own(
        'The public page on which the customer accepts or declines it; null for a program, because whoever has the link answers for the customer',
        'https://kvitt.example/quote/AAAAAAAAAAE',
      )
      .nullable(),
    sent_timestamp: out.time('When it was mailed last; null when it was not').nullable(),
    sent_to: out.own('The address it was mailed to last; empty when it was not', 'jon@example.is'),
    sending_to: out.own('The address to which a mail is on its way; empty when none is', ''),
    send_error: out.outside('Why the last mail could not be sent; empty when it was'),
    answered_timestamp: out.time('When it was accepted or declined; null when it was not').nullable(),
    answered_by: out.outside(
      'The name that the customer gave on the page; empty when the seller answered',
      'Jón Jónsson',
    ),
    decline_reason: out.outside('Why it was declined, in the words of the customer'),
  })
  .meta({ id: 'Quote', description: 'A quote, and what the customer answered.' });
export type Quote = z.infer<typeof quote>;
