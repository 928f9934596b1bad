import { eachReference } from '../../../domain/invoices/references.ts';
import { PAYMENT_METHODS } from '../../../domain/values/codes.ts';
import { createInvoice } from '../../../modules/invoices/issue/create-invoice.ts';
import { mapValues, pickFields, record, recordIn, records, sent } from '../input/tool-input.ts';

/** The same names without words: another tool has described them. */
export function withoutDescriptions<Name extends string>(
  descriptions: Readonly<Record<Name, string>>,
): Record<Name, string> {
  return mapValues(descriptions, () => '');
}

export const VAT_CODES_TEXT = 'S 24 % (when left out), AA 11 %, Z none';

const LINE_DESCRIPTIONS = {
  guid: '',
  item_number: '',
  description: '',
  qty: '',
  uom: '',
  unit_price: 'Without VAT',
  tax: VAT_CODES_TEXT,
  discount: '',
  discount_type: 'true: discount in percent, else an amount',
};

const lineFields = recordIn(createInvoice.input, 'items');

/** Lines of an invoice. */
export const LINES = records(
  pickFields(lineFields, {
    ...LINE_DESCRIPTIONS,
    add_new: 'Adds the item to the catalogue',
    task_guid: 'Bills hours of this task, with qty; its item when none is named',
  }),
  'guid or item_number of a catalogue item with qty, and unit_price for another price; or description, unit_price, qty for a line of its own',
);

const AS_INVOICE = 'As in invoice_create';

/** The codes of units stand in invoice_create, and in the refusal of another one. */
const UNIT = { uom: sent({ type: 'string' }) };

/** Lines of a quote or a recurring invoice. */
export const DOCUMENT_LINES = records(
  { ...pickFields(lineFields, { ...withoutDescriptions(LINE_DESCRIPTIONS), add_new: '' }), ...UNIT },
  AS_INVOICE,
);

/** Lines of a credit note. */
export const CREDIT_LINES = records({
  ...pickFields(lineFields, withoutDescriptions(LINE_DESCRIPTIONS)),
  ...UNIT,
});

/** What a document needs of its customer; customer_create takes the rest of a profile. */
const CUSTOMER_DESCRIPTIONS = {
  guid: '',
  registration_no: '',
  name: '',
  email: '',
  output_select: '2 e-invoice, 3 e-mail, 4 not sent',
  address: '',
  zip: '',
  city: '',
  phone_number: '',
  lang: '',
};

const customerFields = recordIn(createInvoice.input, 'customer');

/** The customer of an invoice. */
export const CUSTOMER = record(
  pickFields(customerFields, CUSTOMER_DESCRIPTIONS),
  'guid of a customer, its registration_no (kennitala), or name and fields of a new one',
);

/** The customer of a quote or a recurring invoice. */
export const DOCUMENT_CUSTOMER = record(
  pickFields(customerFields, withoutDescriptions(CUSTOMER_DESCRIPTIONS)),
  AS_INVOICE,
);

const methods = PAYMENT_METHODS.map(({ code, name }) => `${code} ${name.toLowerCase()}`).join(', ');

/** How money came; invoice_create has the codes. */
export const METHOD = sent({ type: 'integer', description: AS_INVOICE });
export const DAY_TEXT = 'Today when left out';

/** Words for the fields that invoices, quotes and recurring invoices have in common. */
const SHARED_DESCRIPTIONS = {
  currency: 'ISK when left out',
  exchange_rate: 'ISK for one unit',
  delivery_date: '',
  description: 'Text for the customer',
  terms: '',
  booking: 'Booking reference on the document',
  cost_provide: "Buyer's cost centre or reference",
  discount_value: 'Discount on the whole document, before VAT',
  discount_type: 'true: discount_value in percent, else an amount',
  is_discount: 'false: without the discount',
  is_claim: 'Claim at the bank',
  files: 'Attachments: ids from operation_call upload-file, separated by commas',
};

/** The same on quotes and recurring invoices, because invoice_create has the words. */
export const SHARED_NAMES = withoutDescriptions(SHARED_DESCRIPTIONS);

/** Words for the other fields of an invoice. */
export const INVOICE_DESCRIPTIONS = {
  issue_date: '',
  due_date: 'Gjalddagi',
  settlement_date: 'Eindagi',
  ...eachReference(() => ''),
  ...SHARED_DESCRIPTIONS,
  order_number: "Buyer's purchase order",
  accounting_cost: "Buyer's own account",
  trading_partner_id: 'Other receiver of the e-invoice',
  is_payment_link: 'Page to pay by card',
  payment_fee: 'Added when claim or link is paid',
  default_payment_fee: "true: the company's usual fee",
  mark_paid: 'Paid already',
  method_payment: `With mark_paid: ${methods}`,
  save: 'Keep as draft',
};
