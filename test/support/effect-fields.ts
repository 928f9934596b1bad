import { UploadedFile } from '../../src/kernel/fields/uploaded-file.ts';
import { csvStatement, nextAccountNo } from './bank-files.ts';
import { type Client, invoice, line } from './client.ts';
import { openBooks } from './endpoints/books.ts';
import type { Books, Fields } from './endpoints/case.ts';
import { completeCost, PDF } from './endpoints/costs.ts';
import { body } from './endpoints/documents.ts';
import { addressed } from './endpoints/invoices.ts';
import { schedule } from './endpoints/recurring.ts';
import { createBlackPng } from './images.ts';
import { uploadFile } from './requests.ts';

/** Records that the fields of a call may name. */
export interface NamedRecords extends Books {
  /** A file that was uploaded. */
  file: string;
  /** The number of `otherCustomer`. */
  customerNumber: string;
  /** A task with open time. */
  billable: string;
  /** An invoice of two lines, and the lines. */
  longInvoice: string;
  line: string;
  otherLine: string;
  /** An order of two items. */
  longOrder: string;
  orderItem: string;
  otherOrderItem: string;
  /** Of the customer of `payment`: another payment with a surplus, and another invoice. */
  otherPayment: string;
  otherCredited: string;
  payer: string;
  euroInvoice: string;
  /** Money that went out, and another bank account. */
  debitLine: string;
  euroCost: string;
  otherAccount: string;
}

export async function openNamedRecords(seller: Client, customerNumber: string): Promise<NamedRecords> {
  const books = await openBooks(seller);
  const items = [line({ qty: 3 }), line({ item_number: 'SKU-2', qty: 3 })];
  const long = { customer: { guid: books.customer }, items, amount: 7440 };
  await seller.ok('update-customer', {
    guid: books.otherCustomer,
    data: { customer_number: customerNumber },
  });
  const longInvoice = await seller.ok('create-invoice', { data: invoice(long) });
  const longOrder = await seller.ok('create-order-invoice', { data: { ...body, ...long } });
  const lines = (await seller.ok('get-invoice', { guid: longInvoice })).items;
  const ordered = (await seller.ok('get-order-invoice', { guid: longOrder })).items;
  return {
    ...books,
    file: (await uploadFile(seller, `${customerNumber}.pdf`, PDF)).body.result,
    customerNumber,
    billable: (await seller.ok('get-tasks', { type: 'invoice' }))[0].guid,
    ...{ longInvoice, line: lines[0].line_guid, otherLine: lines[1].line_guid },
    ...{ longOrder, orderItem: ordered[0].guid, otherOrderItem: ordered[1].guid },
    ...(await openCredits(seller, books)),
    ...(await openDebit(seller)),
  };
}

/** What a payment can take instead of the records of the books. */
async function openCredits(seller: Client, { creditedInvoice }: Books) {
  const { customer } = await seller.ok('get-invoice', { guid: creditedInvoice });
  const surplus = { amount: 700, customer_guid: customer.guid, allocations: [] };
  const other = invoice({ customer: { guid: customer.guid } });
  const euros = invoice({ currency: 'EUR', exchange_rate: 140, customer: { guid: customer.guid } });
  return {
    otherPayment: (await seller.ok('record-payment', { data: surplus })).guid,
    otherCredited: await seller.ok('create-invoice', { data: other }),
    payer: customer.guid,
    euroInvoice: await seller.ok('create-invoice', { data: euros }),
  };
}

async function openDebit(seller: Client) {
  const data = { name: 'Annar', account_no: nextAccountNo() };
  const { guid: otherAccount } = await seller.ok('create-bank-account', { data });
  const file = csvStatement([{ booked_on: '2026-03-02', amount: -10, text: 'Greitt' }]);
  await seller.ok('import-bank-statement', { bank_account_guid: otherAccount, file });
  const [debit] = await seller.ok('get-bank-lines', { bank_account_guid: otherAccount });
  const euros = { ...completeCost, currency: 'EUR', exchange_rate: 140 };
  const euroCost = await seller.ok('create-cost-adv', euros);
  return { debitLine: debit.guid, otherAccount, euroCost };
}

const KENNITALA = '4612023220';
const image = new UploadedFile('mynd.png', createBlackPng(4, 4));
const receipt = new UploadedFile('kvittun.pdf', PDF);

/** Other valid values of fields, by name, where the schema does not tell any. `others` are records of the same kinds. */
export const VALUES: Readonly<
  Record<string, (others: NamedRecords, books: NamedRecords) => readonly unknown[]>
> = {
  email: () => ['annar@example.is'],
  kennitala: () => [KENNITALA, '5501234520'],
  registration_no: () => [KENNITALA],
  client_kennitala: () => [KENNITALA],
  supplier_id: () => [KENNITALA],
  trading_partner_id: () => [KENNITALA],
  payee_account: () => ['0133-26-012345'],
  payee_iban: () => ['IS140159260076545510730339'],
  currency: () => ['EUR', 'ISK'],
  photo: () => [image.bytes.toString('base64')],
  file: () => [image, receipt],
  files: ({ file }) => [file],
  customer_guid: ({ otherCustomer }) => [otherCustomer],
  customer_no: ({ customerNumber }) => [customerNumber],
  into: ({ otherCustomer }) => [otherCustomer],
  ref_invoice_guid: ({ longInvoice }) => [longInvoice],
  invoice_guid: (_, { otherCredited, longInvoice }) => [otherCredited, longInvoice],
  payment_guid: (_, { otherPayment }) => [otherPayment],
  from: (_, { otherPayment }) => [otherPayment],
  cost_guid: ({ cost }) => [cost],
  bank_account_guid: ({ otherAccount }) => [otherAccount],
  payments: ({ otherPayment }) => [[otherPayment]],
  line_guid: (_, { otherLine }) => [otherLine],
  task_guid: ({ billable }) => [billable],
  date: () => ['2026-03-01'],
  end_date: () => ['2026-03-03', '2026-03-04'],
  h: () => ['8', 8],
  p: () => ['12:30', 12],
};

const fresh = {
  item_number: 'NEW-9',
  description: 'Nýtt',
  add_new: 1,
  uom: 'C62',
  tax: 'S',
  unit_price: 100,
};
const newBuyer = { ...addressed, registration_no: '5902697199', lang: 'is' };

/**
 * Bodies of a document in which all of its fields count: one with all that is new, one of known records, one that is paid,
 * and one without VAT.
 */
function bodies(base: Fields, { customer, item }: Books): Fields[] {
  const discounted = { is_discount: true, discount_value: 5, discount_type: false };
  const rated = { currency: 'EUR', exchange_rate: 140 };
  return [
    {
      ...{ ...base, ...rated, ...discounted, amount: 1 },
      ...{ customer: newBuyer, items: [{ ...fresh, qty: 2, discount: 10 }] },
    },
    { ...base, customer: { guid: customer }, items: [{ guid: item, qty: 1 }], amount: 1240 },
    { ...base, customer: newBuyer, items: [line()], mark_paid: true, method_payment: 1, amount: 1240 },
    { ...base, customer: newBuyer, items: [line({ tax: 'Z' })], amount: 1000 },
  ];
}

const changes = (guid: string, base: Fields, books: Books) =>
  bodies(base, books).map((data) => ({ guid, data }));
const day = { date: '2026-03-02', h: '9', p: '11:30' };
const compact = () => [
  {
    client_kennitala: '5501234520',
    client_name: 'Kaupandi ehf.',
    items: [{ description: 'Ráðgjöf', qty: 2, price: 15 }],
  },
  // Only a line without VAT says why.
  {
    client_kennitala: '5501234520',
    client_name: 'Kaupandi ehf.',
    items: [{ description: 'Leiga', qty: 1, price: 15, tax: 'Z' }],
  },
];
const inEuros = { currency: 'EUR', exchange_rate: 140 };

/** Calls of an operation by its key, besides the example of its endpoint. */
export const CALLS: Readonly<Record<string, (books: NamedRecords) => Fields[]>> = {
  'create-invoice': (books) => [
    ...bodies(invoice(), books),
    invoice({ type: 'credit', ref_invoice_guid: books.invoice, customer: { guid: books.customer } }),
    invoice({
      ...{ type: 'credit', ref_invoice_guid: books.longInvoice, customer: { guid: books.customer } },
      items: [{ line_guid: books.line, qty: 1 }],
    }),
    invoice({ customer: { guid: books.customer }, items: [line({ task_guid: books.billable })] }),
  ],
  'create-invoice:compact': compact,
  'create-quote:compact': compact,
  'create-quote:full': (books) => bodies({ ...body, type: 'invoice' }, books),
  'create-quote': (books) => bodies(body, books),
  'create-order-invoice': (books) => bodies(body, books),
  'create-draft-invoice': (books) => bodies(body, books),
  'create-recurring-invoice': (books) => bodies({ ...body, ...schedule }, books),
  'update-quote': (books) => changes(books.quote, body, books),
  'update-order-invoice': (books) => changes(books.order, body, books),
  'update-draft-invoice': (books) => changes(books.orderDraft, body, books),
  'update-recurring-invoice': (books) => changes(books.recurring, { ...body, ...schedule }, books),
  'create-customer:agent': () => [{ ...addressed, kennitala: '5902697199', lang: 'is', currency: 'ISK' }],
  'create-customer': () => [newBuyer],
  'create-item': () => [{ description: 'Leiga', tax: 'Z', unit_price: 100 }],
  'update-item': ({ item }) => [{ guid: item, data: { tax: 'Z' } }],
  'create-cost': () => [{ ...inEuros, date: '2026-03-02', amount: 990, file: receipt }],
  'create-cost:agent': () => [{ ...inEuros, date: '2026-03-02', amount: 990, file: receipt }],
  'create-cost-adv': () => [{ ...completeCost, ...inEuros, file: receipt }],
  'create-invoice-from-order': ({ longOrder: guid, orderItem }) => [
    { guid, data: { items: [{ guid: orderItem, qty: 1 }] } },
  ],
  'create-task': ({ customer, customerNumber }) => [
    { customer_no: customerNumber, name: 'Verk', item_no: 'DOC-1' },
    {
      customer_guid: customer,
      name: 'Verk',
      item: { description: 'Vinna', uom: 'HUR', tax: 'S', unit_price: 100 },
    },
    {
      customer_guid: customer,
      name: 'Verk',
      item: { description: 'Kennsla', uom: 'HUR', tax: 'Z', unit_price: 100 },
    },
  ],
  'record-payment': ({ payment, payer, invoice: invoice_guid }) => [
    { amount: 10, customer_guid: payer },
    { amount: 10, customer_guid: payer, allocations: [] },
    { amount: 10, direction: 'out', allocations: [{ payment_guid: payment }] },
    { amount: 10, currency: 'EUR', allocations: [{ invoice_guid, amount: 1000, paid: 7 }] },
  ],
  'allocate-payment': ({ payment: guid, euroInvoice }) => [
    { guid, data: { allocations: [{ invoice_guid: euroInvoice, amount: 5, paid: 700 }] } },
  ],
  'apply-credit': ({ creditedInvoice, payment }) => [{ invoice_guid: creditedInvoice, from: payment }],
  'book-bank-line': (books) => {
    const { bankLine: guid, debitLine, otherPayment, euroInvoice, otherAccount, cost, euroCost } = books;
    const all = { bank_account_guid: otherAccount, code: 'interest', note: 'Vextir', amount: 1240 };
    const foreign = { invoice_guid: euroInvoice, amount: 5, paid: 700 };
    const rest = { type: 'other', code: 'interest', amount: 540 };
    const abroad = { type: 'cost', cost_guid: euroCost, amount: 10, cost_amount: 5 };
    return [
      { guid, data: { proposal: 0 } },
      { guid, data: { actions: [{ ...all, type: 'other' }] } },
      { guid, data: { actions: [{ ...all, type: 'transfer' }] } },
      { guid, data: { actions: [{ type: 'payment', allocations: [foreign], amount: 1240 }] } },
      { guid, data: { actions: [{ type: 'settled', payments: [otherPayment] }, rest] } },
      { guid: debitLine, data: { actions: [{ type: 'cost', cost_guid: cost, amount: 10 }] } },
      { guid: debitLine, data: { actions: [abroad] } },
    ];
  },
  'log-task': ({ task: guid }) => [{ guid, ...day, adv: true, end_date: '2026-03-03' }],
  'log-work': ({ task: guid }) => [
    { guid, qty: 1.5 },
    { guid, ...day },
    { guid, ...day, adv: true, end_date: '2026-03-03' },
  ],
  'edit-log-task': ({ log: guid }) => [{ guid, ...day, adv: true, end_date: '2026-03-03' }],
  'end-task': ({ running: guid }) => [
    { guid, file: image, adv: true, date: '2026-03-02', end_date: '2026-03-03', h: 9, p: 10 },
  ],
};

const BILLED = 'only invoices bill time: it is refused';

/** Fields that change nothing that is stored, by their name alone or after that of the operation, with the reason. */
export const UNSTORED: Readonly<Record<string, string>> = {
  amount: 'it is checked against the lines, whose sum is stored',
  'create-invoice credit_partial': 'it says that a part is meant, which the lines show',
  'remind-invoice again': 'it lets a second reminder through, which is the same',
  'issue-invoice drop_tasks':
    'it only counts where a task was billed elsewhere, and then the lines lose the task',
  'end-task adv': 'the times that are sent with it are stored, and refused without it',
  'create-quote:full type': 'a quote becomes an invoice: anything else is refused',
  'create-quote type': 'a quote becomes an invoice: anything else is refused',
  'create-recurring-invoice save': 'a template is in force at once: it is refused',
  'create-recurring-invoice issue_date': 'the schedule dates the invoices',
  'update-recurring-invoice issue_date': 'the schedule dates the invoices',
  'create-quote:full task_guid': BILLED,
  'create-quote task_guid': BILLED,
  'update-quote task_guid': BILLED,
  'create-order-invoice task_guid': BILLED,
  'update-order-invoice task_guid': BILLED,
  'create-draft-invoice task_guid': BILLED,
  'update-draft-invoice task_guid': BILLED,
  'create-recurring-invoice task_guid': BILLED,
  'update-recurring-invoice task_guid': BILLED,
};
