import type { Operation } from '../src/kernel/operations/operation.ts';
import { getCosts, getCountCosts } from '../src/modules/costs/read.ts';
import { createInvoice } from '../src/modules/invoices/issue/create-invoice.ts';
import { getInvoice, getInvoices } from '../src/modules/invoices/read/read.ts';
import { getDashboardData } from '../src/modules/reports/figures/dashboard.ts';
import { invoiceSummaries } from '../src/modules/reports/figures/summaries.ts';
import { getTasks } from '../src/modules/tasks/read.ts';
import {
  type Books,
  CUSTOMERS,
  customerGuid,
  ITEMS,
  invoiceGuid,
  itemGuid,
  itemPrice,
  type Seller,
} from './fill-database.ts';
import { agentRequest, consoleRequest, credentialRequest, mcpRequest } from './requests.ts';

/** One kind of request. */
export interface BenchCall {
  name: string;
  /** Number of different requests; the drivers pick from them at random. */
  variety: number;
  request(books: Books, n: number): Uint8Array;
  /** Which invoices it names, where each can be named once: those with this number modulo `SHARES`. */
  share?: number;
  /** The operation and its input, where the call is compared with its SQL statements, which are always the same. */
  operation?: Operation;
  input?(invoices: number): object;
  /** Seconds of warm-up for the service. */
  warmUp: number;
  /** Whether it is also measured with one connection and at the other log levels. */
  isThorough: boolean;
  /** Maximum duration as a multiple of the baseline. */
  limit: number;
  /** Sent with an agent's access token and compared with this call, which uses the account's API key. */
  asAgentOf?: string;
  /** The call ends when the webhook has been delivered. */
  isDelivered?: true;
}

/** The invoices are divided between the calls that change them. */
export const SHARES = 4;
const CONSOLE_SEARCHES = 100;
/** The documents of one call of create-invoices. More would take longer than a round, which counts the calls that end in it. */
const TOGETHER = 10;
/** The customers of one call of import-records. */
const IMPORTED = 1000;
/** Their PDFs are rendered during the warm-up. */
const PRINTED = 20;

/** Defaults for an ordinary read. */
const READ = { variety: 1, warmUp: 2, isThorough: false, limit: 5 } as const;

const getInvoiceCall: BenchCall = {
  ...read('get-invoice', getInvoice, (invoices) => ({ guid: randomInvoice(invoices) })),
  variety: 2000,
  // V8 optimises hot code; throughput is stable after about 15,000 requests.
  warmUp: 7,
  isThorough: true,
};

/** Calls that write come last, so that all others see the same data. */
export const CALLS: readonly BenchCall[] = [
  getInvoiceCall,
  { ...read('get-invoices', getInvoices, limitTen), warmUp: 4, isThorough: true },
  read('get-invoices-by-status', getInvoices, () => ({ ...limitTen(), accounting_status: 'Created' })),
  read('get-invoices-by-date', getInvoices, () => ({
    ...limitTen(),
    from_date: daysAgo(9),
    to_date: daysAgo(3),
  })),
  read('get-costs', getCosts, () => ({})),
  read('get-costs-by-status', getCosts, () => ({ accounting_status: 'Created' })),
  read('get-count-costs', getCountCosts, () => ({})),
  read('get-tasks', getTasks, limitTen),
  { ...read('get-dashboard-data', getDashboardData, lastMonth), warmUp: 3 },
  read('invoice-summaries', invoiceSummaries, lastYear),
  {
    ...READ,
    name: 'search',
    variety: CONSOLE_SEARCHES,
    request: (books) =>
      consoleRequest(books, 'find-invoices', { search: `Kaupandi ${1 + random(CUSTOMERS)}` }),
  },
  { ...READ, name: 'find-invoices', request: (books) => consoleRequest(books, 'find-invoices', {}) },
  { ...READ, name: 'overview', request: (books) => consoleRequest(books, 'get-overview', {}) },
  { ...READ, name: 'inbox', request: (books) => consoleRequest(books, 'get-needs', {}) },
  {
    ...READ,
    name: 'mail',
    request: (books) => consoleRequest(books, 'preview-mail', { lang: 'is', about: 'invoice' }),
  },
  {
    ...READ,
    name: 'agent-get-invoice',
    variety: 2000,
    request: (books) => agentRequest(books, `invoices/${randomInvoice(books.invoices)}`),
    limit: 2,
    asAgentOf: 'get-invoice',
  },
  {
    ...READ,
    name: 'mcp-get-invoice',
    variety: 2000,
    request: (books) => mcpRequest(books, 'invoice_get', { guid: randomInvoice(books.invoices) }),
  },
  {
    ...READ,
    name: 'get-invoice-xml',
    variety: 2000,
    request: ({ client, invoices }) =>
      credentialRequest(client, 'get-invoice-xml', { guid: randomInvoice(invoices) }),
  },
  {
    ...READ,
    name: 'get-invoice-pdf again',
    variety: PRINTED,
    request: ({ client }, n) => credentialRequest(client, 'get-invoice-pdf', { guid: invoiceGuid(n + 1) }),
  },
  {
    ...ofEachInvoice('get-invoice-pdf', 0, ({ client }, guid) =>
      credentialRequest(client, 'get-invoice-pdf', { guid }),
    ),
    warmUp: 2,
  },
  ofEachInvoice('do-paid-invoice', 1, ({ client }, guid) =>
    credentialRequest(client, 'do-paid-invoice', { guid }, true),
  ),
  ofEachInvoice('credit', 2, ({ client }, guid) => {
    const data = { type: 'credit', amount: 744, settlement_date: daysAgo(0), ref_invoice_guid: guid };
    return credentialRequest(client, 'create-invoice', { data }, true);
  }),
  {
    ...READ,
    name: 'create-invoice',
    operation: operation(createInvoice),
    input: newInvoice,
    variety: 500,
    request: ({ client }) => credentialRequest(client, 'create-invoice', { data: newInvoice() }, true),
    warmUp: 7,
    isThorough: true,
  },
  {
    ...READ,
    name: 'create-invoices',
    variety: 8,
    request: ({ client }) => {
      const invoices = Array.from({ length: TOGETHER }, newInvoice);
      return credentialRequest(client, 'create-invoices', { data: { invoices } }, true);
    },
  },
  {
    ...READ,
    name: 'import-records',
    variety: 60,
    request: ({ sellers }, n) => {
      const { client } = sellers[n % sellers.length] as Seller;
      const data = { kind: 'customers', file_name: `customers-${n}.csv`, file: customerFile(n) };
      return credentialRequest(client, 'import-records', { data }, true);
    },
  },
  {
    ...READ,
    name: 'create-invoice of 8 accounts',
    variety: 512,
    request: ({ sellers }, n) => {
      const seller = sellers[n % sellers.length] as Seller;
      return credentialRequest(seller.client, 'create-invoice', { data: invoiceOf(seller) }, true);
    },
  },
  {
    ...READ,
    name: 'webhook',
    request: ({ client, webhook }) =>
      credentialRequest(webhook?.client ?? client, 'test-webhook', { guid: webhook?.guid ?? '' }, true),
    isDelivered: true,
  },
];

/** The requests of a call: a driver sends those of a share of the invoices once each, and picks from all others. */
export function requestsOf(call: BenchCall, books: Books): { all: Uint8Array[]; isOnce: boolean } {
  const isOnce = call.share !== undefined;
  const count = isOnce ? Math.floor(books.invoices / SHARES) - 1 : call.variety;
  return { all: Array.from({ length: count }, (_, n) => call.request(books, n)), isOnce };
}

/** A read of the credential API that is compared with its statements. */
function read(name: string, one: unknown, input: (invoices: number) => object): BenchCall {
  const { name: path } = operation(one);
  return {
    ...READ,
    name,
    operation: operation(one),
    input,
    request: ({ client, invoices }) => credentialRequest(client, path, input(invoices)),
  };
}

/** A call that can be made once for each invoice. */
function ofEachInvoice(
  name: string,
  share: number,
  request: (books: Books, guid: string) => Uint8Array,
): BenchCall {
  const guidOf = (n: number) => invoiceGuid((n + 1) * SHARES + share);
  return { ...READ, name, share, warmUp: 1, request: (books, n) => request(books, guidOf(n)) };
}

/** Operations of different kinds have different types; the runner checks their kind. */
export function operation(one: unknown): Operation {
  return one as Operation;
}

export function limitTen(): object {
  return { limit: '10' };
}

/** The first hundred documents of thirty days. */
export function lastMonth(): object {
  return { start_date: daysAgo(30), end_date: daysAgo(0), limit: '100' };
}

export function lastYear(): object {
  return { from_date: daysAgo(365), to_date: daysAgo(0) };
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Three lines of existing items for an existing customer. */
function newInvoice(): object {
  const chosen = [1, 2, 3].map((qty) => ({ item: 1 + random(ITEMS), qty }));
  const net = chosen.reduce((sum, { item, qty }) => sum + qty * itemPrice(item), 0);
  return {
    ...issuedToday((net / 100) * 124),
    customer: { guid: customerGuid(1 + random(CUSTOMERS)) },
    items: chosen.map(({ item, qty }) => ({ guid: itemGuid(item), qty })),
  };
}

function invoiceOf({ customer, item }: Seller): object {
  const items = [1, 2, 3].map((qty) => ({ guid: item, qty }));
  return { ...issuedToday((6 * itemPrice(1) * 124) / 100), customer: { guid: customer }, items };
}

function issuedToday(amount: number): object {
  const today = daysAgo(0);
  const dates = { issue_date: today, due_date: today, settlement_date: today };
  return { type: 'invoice', amount, currency: 'ISK', ...dates };
}

/** Customers that no other file has. */
function customerFile(file: number): string {
  const rows = Array.from({ length: IMPORTED }, (_, row) => {
    const n = file * IMPORTED + row;
    // Numbers of people without a legal domicile have no check digit.
    return `Innfluttur ${n};8${String(n).padStart(9, '0')};V-${n};v${n}@innflutt.example;Gata ${row};101;Reykjavík`;
  });
  const text = ['Nafn;Kennitala;Númer;Netfang;Heimilisfang;Póstnr.;Staður', ...rows].join('\n');
  return Buffer.from(text).toString('base64');
}

function randomInvoice(invoices: number): string {
  return invoiceGuid(1 + random(invoices));
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}
