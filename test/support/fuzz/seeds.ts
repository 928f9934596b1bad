import { operations as consoleOperations } from '../../../src/surfaces/console/routes.ts';
import { routes as credentialRoutes } from '../../../src/surfaces/credential/routes.ts';
import { AGENT_CASES, methodOf, pathOf, templateOf } from '../agents/cases.ts';
import { invoice, line } from '../client.ts';
import { ENDPOINTS } from '../endpoints/all.ts';
import type { Books, EndpointCase, Fields } from '../endpoints/case.ts';
import { completeCost, PDF } from '../endpoints/costs.ts';
import { schedule } from '../endpoints/recurring.ts';
import { PASSWORD } from '../person.ts';
import type { Target } from './targets.ts';

/** A call that succeeds on new books. Method and path are given where a target has several. */
export interface Seed {
  method?: string;
  path?: string;
  fields: Fields;
}

const document = ({ customer, item }: Books) => ({
  customer: { guid: customer },
  items: [{ guid: item, qty: 1 }],
});
const byInvoice = ({ invoice: guid }: Books) => ({ guid });

/** Arguments of the tools that need some. The other tools take none, or filters that may all be left out. */
const TOOL_CALLS: Readonly<Record<string, (books: Books) => Fields>> = {
  invoice_get: byInvoice,
  invoice_create: document,
  invoice_credit: byInvoice,
  invoice_send: (books) => ({ ...byInvoice(books), email: 'kaupandi@example.is' }),
  invoice_remind: (books) => ({ ...byInvoice(books), again: true }),
  invoice_mark_paid: byInvoice,
  payment_record: ({ invoice: invoice_guid }) => ({ amount: 100, allocations: [{ invoice_guid }] }),
  customer_get: ({ customer: guid }) => ({ guid }),
  customer_create: () => ({ name: 'Nýr ehf.', email: 'nyr@example.is' }),
  customer_update: ({ customer: guid }) => ({ guid, city: 'Akureyri' }),
  item_create: () => ({ description: 'Vara', unit_price: 1000 }),
  quote_create: document,
  recurring_create: (books) => ({ ...schedule, ...document(books) }),
  cost_get: ({ cost: guid }) => ({ guid }),
  cost_create: () => completeCost,
  task_create: ({ customer, item }) => ({ name: 'Verk', customer_guid: customer, item: { guid: item } }),
  task_log: ({ task: guid }) => ({ guid, qty: 1.5 }),
  sale_list: ({ event: guid }) => ({ guid }),
  report_sales: () => ({ from: '2026-01-01', to: '2026-12-31', by: 'customer' }),
  operation_search: () => ({ query: 'accept quote' }),
  operation_call: () => ({ operation: 'create-item', input: line({ add_new: undefined, qty: undefined }) }),
};

/** Input of operations that only the console has; those that no line names take fields by their schema. */
const CONSOLE_CALLS: Readonly<Record<string, (books: Books) => Fields>> = {
  'set-preferences': () => ({ notifications: { cost: 'now' } }),
  'save-view': () => ({ screen: '/invoices', name: 'Mín', filters: { tab: 'paid' } }),
  'add-customer-note': ({ customer }) => ({ customer_guid: customer, text: 'Vill fá póst' }),
  'save-customer-contact': ({ customer }) => ({ customer_guid: customer, name: 'Sigga', role: 'Bókhald' }),
  'approve-cost': ({ cost: guid }) => ({ guid }),
  'create-product-sale': () => ({ type: 'STAND', name: 'Bolur', amount: 2500 }),
  'set-product-sale': ({ event: guid }) => ({ guid, inventory_add: 1 }),
  'find-buyers': ({ event: guid }) => ({ guid }),
  'preview-invoice': (books) => invoice(document(books)),
  'preview-invoice-pdf': (books) => invoice(document(books)),
  'decline-proposal': ({ proposal: guid }) => ({ guid, reason: 'Nei' }),
  'preview-proposal-pdf': ({ proposal: guid }) => ({ guid }),
  'invite-person': () => ({ email: 'nyr@example.is', role: 'member' }),
  'update-company': () => ({ vat_no: '145678', address: 'Hafnarstræti 12' }),
  'start-invoice-numbers': () => ({ next: 4711, leave_gap: 1 }),
  'set-mail-text': () => ({ lang: 'is', about: 'invoice', subject: 'Nýr', greeting: 'Hæ' }),
  'require-second-factor': () => ({ required: false }),
  'set-receipt-senders': () => ({ senders: ['@efnissalan.example'] }),
};

/** Calls of the target that succeed on new books; none where no table of calls has one. */
export function findSeeds({ surface, path, rpc }: Target, books: Books): Seed[] {
  if (rpc?.operation) return endpointsOf(rpc.operation).map((one) => ({ fields: inBase64(one.good(books)) }));
  if (rpc) return rpc.method === 'tools/call' ? [{ fields: TOOL_CALLS[rpc.name ?? '']?.(books) ?? {} }] : [];
  if (surface === 'agent') return agentSeeds(path, books);
  const name = path.split('/').at(-1) ?? '';
  if (surface === 'console') return consoleSeeds(name, books);
  if (surface !== 'credential') return [];
  return ENDPOINTS.filter((one) => one.path === name).map((one) => ({
    fields: withoutFiles(one.good(books)),
  }));
}

/** The endpoints of the credential API that serve an operation. */
function endpointsOf(operation: string): readonly EndpointCase[] {
  const paths = credentialRoutes
    .filter((route) => route.operation.name === operation)
    .map(({ path }) => path);
  return ENDPOINTS.filter(({ path }) => paths.includes(path));
}

function agentSeeds(path: string, books: Books): Seed[] {
  const template = path.replace(/^\/api\/v1\/(strax\/)?agent/, '').replaceAll(/:(\w+)/g, '{$1}');
  return AGENT_CASES.filter((one) => templateOf(one).endsWith(` ${template}`)).map((one) => ({
    method: methodOf(one),
    path: `/api/v1/agent${pathOf(one, books)}`,
    fields: one.body?.(books) ?? {},
  }));
}

/** The console takes the input of the operation, as the endpoint decodes it. */
function consoleSeeds(name: string, books: Books): Seed[] {
  const { [name as keyof typeof consoleOperations]: operation } = consoleOperations;
  const own = CONSOLE_CALLS[name]?.(books);
  const shared = credentialRoutes
    .filter((route) => route.operation === (operation as unknown))
    .flatMap((route) =>
      ENDPOINTS.filter(({ path }) => path === route.path).map(
        ({ good }) => route.input.decode(withoutFiles(good(books)), route.operation.input as never) as Fields,
      ),
    );
  const password = operation?.access.confirm ? { current_password: PASSWORD } : {};
  return [...(own ? [own] : []), ...shared].map((fields) => ({ fields: { ...fields, ...password } }));
}

/** A form has the file as a part of its own. */
function withoutFiles(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !(value instanceof File)));
}

function inBase64(fields: Fields): Fields {
  const file = Buffer.from(PDF).toString('base64');
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof File ? file : value]),
  );
}
