import { z } from 'zod';
import { ACCOUNTING_STATUSES, INVOICE_STATUSES } from '../../../domain/invoices/invoice-states.ts';
import { eachReference, REFERENCE_LENGTH, REFERENCES } from '../../../domain/invoices/references.ts';
import { VAT_CODES, VAT_KINDS } from '../../../domain/invoices/vat.ts';
import { PAYMENT_SOURCES } from '../../../domain/payments/payment.ts';
import { CURRENCIES, PAYMENT_METHODS, UOMS } from '../../../domain/values/codes.ts';
import {
  choice,
  date,
  flag,
  guid,
  listOf,
  longText,
  number,
  numberedChoice,
  object,
  text,
} from '../../../kernel/fields/input-fields.ts';
import { component, out } from '../../../kernel/fields/output-fields.ts';
import { customerPatch } from '../../customers/schema.ts';
import { itemDescription, itemNumber, unitPrice, vatKind } from '../../items/schema.ts';
import { BUYER_FORMS, INVOICE_FORMS, lineForms } from './forms.ts';

export const MAX_LINES = 500;

const discount = number({ places: 4, isRounded: true, max: '1000000000000' });

/** What each field means, in requests and in answers. */
export const MEANING = {
  uom: 'Unit of measure',
  tax: 'VAT code: S 24 %, AA 11 %, Z none',
  unit_price: 'Price of one unit without VAT; may be negative, as for a deposit',
  line_discount: 'Discount on the line',
  discount_type: 'Whether the discount is a percentage (1) or an amount (0)',
  currency: 'Currency of all amounts',
  exchange_rate: 'ISK for one unit of the currency',
  issue_date: 'Day of issue',
  due_date: 'Due date (gjalddagi)',
  settlement_date: 'Final due date (eindagi)',
  delivery_date: 'Day of delivery',
  description: 'Text for the customer',
  terms: 'Terms of payment or delivery',
  payment_fee: 'Charged when the claim or the link is paid, on top of amount',
  discount_value: 'Discount on the whole invoice, in percent or as an amount before VAT',
};

/** A line: an item by `guid` or by `item_number`, a new item with `add_new`, or a free line. See `lineKind`. Fields beside them override those of the item. */
export const lineInput = object({
  guid: guid.optional(
    'An item of the catalogue; then only qty is needed beside it, and the other fields override the item',
  ),
  line_guid: guid.optional('On a credit note: the line of the invoice, as get-invoice names it'),
  item_number: itemNumber.optional(
    'Number of the item: without a description beside it the item of that number, and unit_price, uom and tax override the item; text on a free line',
  ),
  description: itemDescription.optional('What is sold; needed with add_new and on a free line'),
  qty: number({ places: 3, min: '0.001', max: '1000000' })('How many, with up to 3 decimals'),
  uom: choice(UOMS).optional(`${MEANING.uom}; needed with add_new, C62 on a free line when left out`),
  unit_price: unitPrice.optional(`${MEANING.unit_price}; needed with add_new and on a free line`),
  tax: choice(VAT_CODES).optional(`${MEANING.tax}; needed with add_new, S on a free line when left out`),
  vat_kind: vatKind,
  discount: discount.optional(MEANING.line_discount),
  discount_type: flag.optional(MEANING.discount_type),
  add_new: flag.optional(
    '1: the line brings its own item, which is added to the catalogue. Without it and without guid, description and unit_price make a free line, which stands on this document only',
  ),
  task_guid: guid.optional(
    'A task whose unbilled time this line bills; from then on it is on this invoice. Without an item the line has that of the task',
  ),
}).meta({ id: 'NewInvoiceLine', ...lineForms('') });
export type LineInput = z.infer<typeof lineInput>;

export const buyerInput = customerPatch.extend({ guid: guid.optional('A customer of yours') }).meta({
  id: 'NewInvoiceCustomer',
  ...BUYER_FORMS,
  description:
    'A customer by guid or kennitala, or the fields of a new one. Fields that are sent beside the guid or a known kennitala count for this document only; empty ones count as not sent.',
});

/*
 * Fields that invoices and sales documents have in common. They are spread as blocks, because the order of a schema
 * decides which invalid field is refused first.
 */
export const textFields = {
  delivery_date: date.optional(MEANING.delivery_date),
  description: longText(4000).optional(MEANING.description),
  ...eachReference((name) => text(REFERENCE_LENGTH).optional(REFERENCES[name].meaning)),
  terms: longText(4000).optional(MEANING.terms),
};

export const discountFields = {
  discount_type: flag.optional(MEANING.discount_type),
  discount_value: discount.optional(MEANING.discount_value),
  payment_fee: number({ places: 2, isRounded: true, min: '0', max: '1000000' }).optional(MEANING.payment_fee),
  default_payment_fee: flag.optional(
    "1: the account's usual payment fee, on a document in ISK that has no payment_fee",
  ),
};

export const tradingPartnerId = text(60).optional("Sends the e-invoice elsewhere than the customer's own");

export const exchangeRate = number({ places: 6, isRounded: true, min: '0.000001', max: '1000000' });

export const clientAmount = number({ places: 2, isRounded: true });

export const paymentMethod = numberedChoice(PAYMENT_METHODS.map(({ code }) => code));

export const fileList = text(4000).optional('Attachments: ids answered by upload-file, separated by commas');

/** The lines of the examples in the API reference. */
export const EXAMPLE_SALE = {
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
};

export const textOutputs = {
  delivery_date: out.date(MEANING.delivery_date).nullable(),
  description: out.own(MEANING.description),
  ...eachReference((name) => out.own(REFERENCES[name].meaning)),
  terms: out.own(MEANING.terms),
};

export const discountOutputs = {
  discount_type: out.flag('Whether that discount is a percentage'),
  discount_value: out.number(MEANING.discount_value),
};

const attachedFile = component('AttachedFile', {
  id: out.guid('The id that upload-file answered'),
  name: out.own('Name of the file', 'teikning.pdf'),
  size: out.integer('Bytes', 20480),
  sha256: out.own('Digest of its content, in hexadecimal'),
});

export const paidOutputs = {
  mark_paid: out.flag('Whether mark_paid was sent; a draft is then paid when it is issued'),
  method_payment: out.integer('How it was paid, as it was sent with mark_paid', 1).nullable(),
  files: z.array(attachedFile).describe('Attachments, oldest first'),
};

const methods = PAYMENT_METHODS.map(({ code, name }) => `${code} ${name}`).join(', ');

export const invoiceInput = object({
  amount: clientAmount(
    'Sum of the lines with VAT and after discounts, rounded once to 2 decimals; anything else is refused',
  ),
  type: choice(['invoice', 'credit'])('An invoice, or a credit note'),
  currency: choice(CURRENCIES).optional(`${MEANING.currency}; needed unless it is a credit note`),
  exchange_rate: exchangeRate.optional(
    `${MEANING.exchange_rate}; else the rate that the service knows for the day of issue`,
  ),
  issue_date: date.optional(`${MEANING.issue_date}; today when left out`),
  due_date: date.optional(`${MEANING.due_date}; the day of issue when left out`),
  settlement_date: date.optional(`${MEANING.settlement_date}, not before due_date; create-invoice needs it`),
  ...textFields,
  ref_invoice_guid: guid.optional('The invoice to credit; needed on a credit note'),
  credit_partial: flag.optional(
    'A credit note without items credits this amount, if it is less than the remainder',
  ),
  items: listOf(lineInput, MAX_LINES)
    .nullish()
    .describe('The lines. A credit note without them credits the remainder'),
  customer: buyerInput.nullish(),
  trading_partner_id: tradingPartnerId,
  is_claim: flag.optional(
    "Make a bank claim; not with mark_paid or is_payment_link. The customer's own choice when left out",
  ),
  is_discount: flag.optional(
    "Discount on the whole invoice, by discount_value. The customer's own choice when left out",
  ),
  ...discountFields,
  mark_paid: flag.optional(
    'It is paid already; not with is_claim or is_payment_link. A draft is paid when it is issued',
  ),
  method_payment: paymentMethod.optional(`How it was paid, with mark_paid: ${methods}`),
  is_payment_link: flag.optional('Create a public payment page, answered as payment_link when it is issued'),
  files: fileList,
  // Not to be confused with the sales document `draft`; see SALES_DOCUMENT_KINDS.
  save: flag.optional('Keep it as a draft: no number, nothing sent'),
}).meta({
  id: 'NewInvoice',
  ...INVOICE_FORMS,
  examples: [
    {
      type: 'invoice',
      amount: 46500,
      currency: 'ISK',
      issue_date: '2026-03-02',
      due_date: '2026-03-16',
      settlement_date: '2026-03-23',
      ...EXAMPLE_SALE,
    },
  ],
});
export type InvoiceInput = z.infer<typeof invoiceInput>;

export const invoiceLine = component('InvoiceLine', {
  guid: out.guid('The item of the catalogue; null on a free line').nullable(),
  line_guid: out.guid('The line itself'),
  item_number: out.own('Number of the item', 'RAD-1'),
  description: out.own('What was sold', 'Ráðgjöf'),
  qty: out.number('How many', 2.5),
  uom: out.code(UOMS, MEANING.uom).meta({ examples: ['HUR'] }),
  tax: out.code(VAT_CODES, MEANING.tax),
  vat_kind: out
    .code(
      VAT_KINDS,
      'Why a line of code Z has no VAT: exempt by article 12, or outside of VAT. Shown where it is stated',
    )
    .optional(),
  unit_price: out.number(MEANING.unit_price, 15000),
  discount: out.number(MEANING.line_discount),
  discount_type: out.flag('Whether the discount is a percentage'),
  task_guid: out.guid('The task that the line bills. Shown when there is one').optional(),
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

export const invoiceCustomer = component(
  'InvoiceCustomer',
  {
    guid: out.guid('The profile that it was made for'),
    name: out.ofCustomer('guid', 'Name', 'Jón Jónsson'),
    address: out.ofCustomer('guid', 'Street and house number', 'Hafnarbraut 30'),
    zip: out.ofCustomer('guid', 'Postal code', '780'),
    city: out.ofCustomer('guid', 'Town', 'Höfn'),
    registration_no: out.ofCustomer('guid', 'Kennitala'),
    email: out.ofCustomer('guid', 'E-mail address'),
  },
  'The customer as it was when the invoice was made.',
);

const bankAmount = (what: string) => out.number(`${what}, as the bank reported it with the payment`);

/** An invoice in both APIs. */
export const invoice = component('Invoice', {
  guid: out.guid('Identifies the invoice'),
  number: out.own('Number in the series of the account; empty on a draft', '1'),
  amount: out.number('Total with VAT', 46500),
  currency: out.code(CURRENCIES, MEANING.currency),
  status: out.code(INVOICE_STATUSES, 'Its status').meta({ examples: ['Sent'] }),
  created_date: out.date('Day it was made'),
  issue_date: out.date(MEANING.issue_date),
  due_date: out.date(MEANING.due_date, '2026-03-16'),
  settlement_date: out.date(MEANING.settlement_date, '2026-03-23'),
  ...textOutputs,
  type: out.code(['invoice', 'credit'], 'An invoice, or a credit note'),
  refer_guid: out.guid('The invoice that a credit note credits').nullable(),
  accounting_status: out
    .code(['', ...ACCOUNTING_STATUSES], 'What bookkeeping did with it; empty on a draft')
    .meta({ examples: ['Created'] }),
  accounting_message: out.own('Message of bookkeeping'),
  updated_timestamp: out.time('Last change'),
  xml_status: out.code(
    ['', 'queued', 'sent', 'delivered', 'rejected', 'failed'],
    'Where its e-invoice stands; empty when there is none',
  ),
  claim_id: out.own('The claim at the bank; empty when there is none'),
  claim_status: out.code(['', 'sent', 'paid', 'cancel'], 'Where the claim stands'),
  claim_message: out.outside('Notice about the claim for a person: a refusal of the bank, or a refund'),
  payment_message: out.outside('Notice about a payment by the link for a person: a refund, or a remainder'),
  capital_gains_tax: bankAmount('Capital gains tax that was withheld'),
  other_default_costs_amount: bankAmount('Other costs of late payment'),
  default_charge_amount: bankAmount('Charge for late payment'),
  default_interest_amount: bankAmount('Interest for late payment'),
  bank_transaction_amount: bankAmount('What came in'),
  total_24vat: out.number('Net of the lines at 24 % VAT, without the VAT', 37500),
  total_11vat: out.number('Net of the lines at 11 % VAT, without the VAT'),
  total_0vat: out.number('Net of the lines without VAT'),
  vat_24: out.number('VAT at 24 %', 9000),
  vat_11: out.number('VAT at 11 %'),
  exchange_rate: out.number(MEANING.exchange_rate, 1),
  payment_fee: out.number(MEANING.payment_fee),
  is_discount: out.flag('Whether there is a discount on the whole invoice'),
  ...discountOutputs,
  credited_amount: out.number('How much of it has been credited'),
  credited: out.flag('Whether it was credited in full'),
  paid_amount: out.number(
    'How much of it payments have settled; of a credit note how much was paid back or applied',
  ),
  refund_amount: out.number('Only on credit notes: the amount that is owed to the customer').optional(),
  written_off_amount: out.number('Amount of it that was written off'),
  written_off_on: out.date('Day of the write-off; null where there is none').nullable(),
  decided_vat_kind: out.code(VAT_KINDS, 'What decide-vat-kind decided on its lines without VAT').optional(),
  is_imported: out.flag('On imported invoices: a former system issued and reported it', true).optional(),
  remaining: out.number(
    'What is still owed after credits and payments; of a credit note what is still to be paid back; 0 where nothing is',
    46500,
  ),
  payments: out.list('The payments that settle it, oldest first; reversed ones are left out', {
    guid: out.guid('The payment'),
    paid_on: out.date('Day of value'),
    amount: out.number('The share of this invoice', 46500),
    method_payment: out.integer('How it was paid', 1).nullable(),
    source: out.code(PAYMENT_SOURCES, 'How the service knows of it'),
  }),
  reminded_at: out.time('When the customer was last reminded of it; null where never').nullable(),
  paid_on: out.date('Day of the last payment, or on which a credit note was settled').nullable(),
  ...paidOutputs,
  payment_link: out
    .own('Public page to pay at. Shown when it was asked for, once the invoice is issued')
    .optional(),
  items: z.array(invoiceLine).describe('The lines'),
  customer: invoiceCustomer,
});
export type Invoice = z.infer<typeof invoice>;
