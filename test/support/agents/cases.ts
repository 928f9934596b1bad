import { invoice } from '../client.ts';
import type { Books } from '../endpoints/case.ts';
import { completeCost } from '../endpoints/costs.ts';
import { schedule } from '../endpoints/recurring.ts';

/** An endpoint of the agent API, written by hand from its documentation. */
export interface AgentCase {
  /** Method and path; a word in braces names a record of the books. */
  call: string;
  /** Null: every program may call it. */
  scope: string | null;
  /** Another scope that is enough. */
  orScope?: string;
  /** The body of a call that succeeds. */
  body?: (books: Books) => Record<string, unknown>;
  /** The status of a call that succeeds; 200 by default. */
  status?: number;
  /** Fields of the answer besides those of every answer. */
  extraFields?: string[];
  /** The type of `result`: a guid, an object, a list, a count, or nothing. */
  result: 'guid' | 'object' | 'list' | 'count' | 'null';
  /** The record that is not found when another account sends the call. */
  missing?: string;
  /** Whether the body names the record. */
  isNamedInBody?: true;
}

const kennitala = '5501234520';
const newCustomer = { kennitala, name: 'Nýr ehf.', output_select: 4, lang: 'is', currency: 'ISK' };
/** The body of a document for one piece of the item. */
const quoted = (customer: string, item: string) => ({
  customer: { guid: customer },
  items: [{ guid: item, qty: 1 }],
  amount: 1240,
  currency: 'ISK',
});
const postedStatus = () => ({ data: { accounting_status: 'Posted' } });

export const AGENT_CASES: readonly AgentCase[] = [
  {
    call: 'GET /status',
    scope: 'dashboard_data',
    result: 'object',
    extraFields: ['company_name', 'registration_no', 'username'],
  },
  {
    call: 'GET /access',
    scope: null,
    result: 'object',
    extraFields: [
      ...['name', 'registration_no', 'vat_no', 'username', 'today'],
      ...['scopes', 'limits', 'left_today'],
    ],
  },
  {
    call: 'GET /invoice-summaries?year=2026',
    scope: 'dashboard_data',
    result: 'object',
    extraFields: ['period', 'summaries'],
  },

  { call: 'GET /vat/periods?year=2026', scope: 'dashboard_data', result: 'list' },
  { call: 'GET /vat/return?period=2026-04', scope: 'dashboard_data', result: 'object' },
  { call: 'GET /vat/return/pdf?period=2026-04', scope: 'dashboard_data', result: 'object' },
  { call: 'GET /vat/return/csv?period=2026-04&lang=en', scope: 'dashboard_data', result: 'object' },
  { call: 'GET /vat/unstated-kinds?period=2026-04', scope: 'dashboard_data', result: 'list' },
  { call: 'GET /vat/documents?period=2026-04&box=output_24', scope: 'dashboard_data', result: 'list' },

  { call: 'GET /questions/{question}', scope: 'dashboard_data', result: 'object', missing: 'question' },
  { call: 'GET /questions?state=open', scope: 'dashboard_data', result: 'list' },

  { call: 'GET /events', scope: null, result: 'list', extraFields: ['next'] },

  { call: 'GET /customers', scope: 'manage_customers', result: 'list' },
  { call: 'GET /customers/count', scope: 'manage_customers', result: 'count' },
  { call: 'POST /customers', scope: 'manage_customers', body: () => newCustomer, result: 'object' },
  { call: 'GET /customers/{customer}', scope: 'manage_customers', result: 'object', missing: 'customer' },
  { call: 'GET /companies/5801010110', scope: 'manage_customers', result: 'object' },
  {
    call: 'PUT /customers/{customer}',
    scope: 'manage_customers',
    body: () => ({ city: 'Akureyri' }),
    result: 'guid',
    missing: 'customer',
  },
  {
    call: 'POST /customers/{customer}/statement',
    scope: 'create_invoice',
    body: () => ({ email: 'bokhald@kaupandi.example' }),
    result: 'null',
    missing: 'customer',
  },

  { call: 'GET /items', scope: 'nav', result: 'list' },
  { call: 'GET /items/count', scope: 'nav', result: 'count' },
  {
    call: 'POST /items',
    scope: 'nav',
    body: () => ({ data: { description: 'Vara', uom: 'C62', unit_price: 100 } }),
    result: 'guid',
    extraFields: ['item_id'],
  },
  { call: 'GET /items/{item}', scope: 'nav', result: 'object', missing: 'item' },
  {
    call: 'PUT /items/{item}',
    scope: 'nav',
    body: () => ({ data: { description: 'Betri vara' } }),
    result: 'guid',
    extraFields: ['item_id'],
    missing: 'item',
  },

  { call: 'GET /invoices', scope: 'nav', result: 'list' },
  { call: 'GET /invoices/count', scope: 'nav', result: 'count' },
  {
    call: 'POST /invoices',
    scope: 'create_invoice',
    body: ({ customer, item }) => ({
      data: invoice({ customer: { guid: customer }, items: [{ guid: item, qty: 1 }], amount: 1240 }),
    }),
    result: 'guid',
    // The books have a later invoice.
    extraFields: ['invoice_id', 'warnings'],
    missing: 'customer',
    isNamedInBody: true,
  },
  {
    call: 'POST /invoices/batch',
    scope: 'create_invoice',
    body: ({ customer, item }) => {
      const items = [{ guid: item, qty: 1 }];
      return { data: { invoices: [invoice({ customer: { guid: customer }, items, amount: 1240 })] } };
    },
    result: 'list',
  },
  { call: 'GET /invoices/{invoice}', scope: 'nav', result: 'object', missing: 'invoice' },
  {
    call: 'PUT /invoices/{invoice}',
    scope: 'nav',
    body: postedStatus,
    result: 'guid',
    extraFields: ['invoice_id'],
    missing: 'invoice',
  },
  {
    call: 'POST /invoices/{invoice}/remind',
    scope: 'create_invoice',
    body: () => ({ again: true }),
    result: 'null',
    missing: 'invoice',
  },
  {
    call: 'POST /invoices/{creditedInvoice}/apply-credit',
    scope: 'payment',
    body: ({ surplus }) => ({ amount: 10, from: surplus }),
    result: 'object',
    missing: 'invoice',
  },
  {
    call: 'POST /invoices/{invoice}/write-off',
    scope: 'payment',
    body: () => ({ reason: 'Gjaldþrot' }),
    result: 'object',
    missing: 'invoice',
  },
  { call: 'DELETE /invoices/{writtenOff}/write-off', scope: 'payment', result: 'object', missing: 'invoice' },

  { call: 'GET /payments', scope: 'payment', orScope: 'nav', result: 'list' },
  { call: 'GET /payments/count', scope: 'payment', orScope: 'nav', result: 'count' },
  {
    call: 'POST /payments',
    scope: 'payment',
    body: ({ creditedInvoice }) => ({
      data: { amount: 10, allocations: [{ invoice_guid: creditedInvoice }] },
    }),
    result: 'object',
    missing: 'invoice',
    isNamedInBody: true,
  },
  {
    call: 'GET /payments/{payment}',
    scope: 'payment',
    orScope: 'nav',
    result: 'object',
    missing: 'payment',
  },
  {
    call: 'GET /payments/{payment}/receipt',
    scope: 'payment',
    orScope: 'nav',
    result: 'object',
    missing: 'payment',
  },
  {
    call: 'POST /payments/{payment}/receipt',
    scope: 'payment',
    body: () => ({ email: 'bokhald@kaupandi.example' }),
    result: 'null',
    missing: 'payment',
  },
  {
    call: 'PUT /payments/{payment}',
    scope: 'payment',
    body: postedStatus,
    result: 'object',
    missing: 'payment',
  },
  {
    call: 'PUT /payments/{payment}/allocations',
    scope: 'payment',
    body: () => ({ data: { allocations: [] } }),
    result: 'object',
    missing: 'payment',
  },
  {
    call: 'POST /payments/{payment}/reverse',
    scope: 'payment',
    body: () => ({ reason: 'Rangur reikningur' }),
    result: 'object',
    missing: 'payment',
  },
  { call: 'GET /bank-lines', scope: 'payment', result: 'list' },
  {
    call: 'POST /bank-lines/{bankLine}/book',
    scope: 'payment',
    body: () => ({ actions: [{ type: 'other', code: 'interest', amount: 1240 }] }),
    result: 'object',
    missing: 'bank line',
  },
  {
    call: 'POST /bank-lines/{bookedLine}/unbook',
    scope: 'payment',
    body: () => ({ reason: 'Rangt' }),
    result: 'object',
    missing: 'bank line',
  },
  {
    call: 'POST /quotes',
    scope: 'create_invoice',
    body: ({ customer, item }) => ({
      data: { type: 'invoice', ...quoted(customer, item) },
    }),
    result: 'guid',
    extraFields: ['quote_id'],
    missing: 'customer',
    isNamedInBody: true,
  },
  {
    call: 'POST /recurring-invoices',
    scope: 'recurring',
    body: ({ customer, item }) => ({
      data: { ...schedule, ...quoted(customer, item) },
    }),
    result: 'guid',
    extraFields: ['recurring_invoice_id'],
    missing: 'customer',
    isNamedInBody: true,
  },

  { call: 'GET /costs', scope: 'cost', result: 'list', extraFields: ['hasMore', 'limit', 'page'] },
  { call: 'GET /costs/count', scope: 'cost', result: 'count' },
  {
    call: 'POST /costs',
    scope: 'cost',
    body: () => ({ date: '2026-03-02', amount: 990, description: 'Kaffi' }),
    status: 201,
    result: 'object',
    extraFields: ['cost_id'],
  },
  {
    call: 'POST /costs/advanced',
    scope: 'cost',
    body: () => completeCost,
    status: 201,
    result: 'object',
    extraFields: ['cost_id'],
  },
  { call: 'GET /costs/{cost}', scope: 'cost', result: 'object', missing: 'cost' },
  { call: 'GET /costs/{einvoiceCost}/einvoice', scope: 'cost', result: 'object', missing: 'cost' },
  {
    call: 'POST /costs/{approvedCost}/move-to-new',
    scope: 'cost',
    result: 'guid',
    extraFields: ['cost_id'],
    missing: 'cost',
  },
  {
    call: 'PUT /costs/{approvedCost}',
    scope: 'cost',
    body: postedStatus,
    result: 'guid',
    extraFields: ['cost_id'],
    missing: 'cost',
  },
  { call: 'DELETE /costs/{cost}', scope: 'cost', result: 'null', missing: 'cost' },

  { call: 'GET /tasks', scope: 'task', result: 'list' },
  { call: 'GET /tasks/count', scope: 'task', result: 'count' },
  {
    call: 'POST /tasks',
    scope: 'task',
    body: ({ customer, item }) => ({ data: { name: 'Verk', customer_guid: customer, item: { guid: item } } }),
    result: 'guid',
    extraFields: ['task_id'],
    missing: 'customer',
    isNamedInBody: true,
  },
  {
    call: 'POST /tasks/log',
    scope: 'task',
    body: ({ task }) => ({ guid: task, qty: 1.5 }),
    result: 'null',
    missing: 'task',
    isNamedInBody: true,
  },
  {
    call: 'PUT /tasks/log',
    scope: 'task',
    body: ({ log }) => ({ guid: log, description: 'Langur fundur' }),
    result: 'null',
    missing: 'task log',
    isNamedInBody: true,
  },
  { call: 'DELETE /tasks/log/{log}', scope: 'task', result: 'null', missing: 'task log' },
  {
    call: 'PUT /tasks/{task}',
    scope: 'task',
    body: () => ({ data: { project_name: 'Nýbygging' } }),
    result: 'guid',
    extraFields: ['task_id'],
    missing: 'task',
  },
  { call: 'GET /tasks/{task}', scope: 'task', result: 'object', missing: 'task' },
  { call: 'POST /tasks/{task}/start', scope: 'task', result: 'null', missing: 'task' },
  { call: 'POST /tasks/{task}/end', scope: 'task', result: 'null', missing: 'task' },
  { call: 'POST /tasks/{task}/deactivate', scope: 'task', result: 'null', missing: 'task' },

  { call: 'GET /product-sales', scope: 'sell_product', result: 'list', extraFields: ['total', 'page'] },
  { call: 'GET /product-sales/count', scope: 'sell_product', result: 'count' },
  {
    call: 'GET /product-sales/{event}/attendees',
    scope: 'sell_product',
    result: 'list',
    extraFields: ['total', 'page'],
    missing: 'product sale',
  },

  { call: 'GET /bookkeepers', scope: 'bookkeeper', result: 'list' },
  { call: 'GET /bookkeepers/{bookkeeper}', scope: 'bookkeeper', result: 'object', missing: 'bookkeeper' },
  { call: 'GET /tenant-requests', scope: 'bookkeeper', result: 'list' },
  { call: 'GET /tenants', scope: 'bookkeeper', result: 'list' },
  { call: 'GET /tenants/{tenant}', scope: 'bookkeeper', result: 'object', missing: 'tenant' },
];

export const methodOf = ({ call }: AgentCase) => call.split(' ')[0] ?? '';

/** The path with the records of these books in it. */
export function pathOf({ call }: AgentCase, books: Books): string {
  const path = call.split(' ')[1] ?? '';
  return path.replaceAll(/\{(\w+)\}/g, (_, record: keyof Books) => books[record]);
}

/** The call as the route table and the documentation name it. */
export function templateOf({ call }: AgentCase): string {
  return call
    .replaceAll(/\{\w+\}/g, '{guid}')
    .replace(/\/\d{10}$/, '/{kennitala}')
    .replace(/\?.*/, '');
}
