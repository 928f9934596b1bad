import type { Operation } from '../src/kernel/operation.ts';
import { getCosts, getCountCosts } from '../src/modules/costs/read.ts';
import { createInvoice } from '../src/modules/invoices/issue/create-invoice.ts';
import { getInvoice, getInvoices } from '../src/modules/invoices/read/read.ts';
import { getDashboardData } from '../src/modules/reports/dashboard.ts';
import { invoiceSummaries } from '../src/modules/reports/summaries.ts';
import { getTasks } from '../src/modules/tasks/read.ts';
import { CUSTOMERS, customerGuid, ITEMS, invoiceGuid, itemGuid, itemPrice } from './books.ts';

/** One kind of request, with inputs at random that all make the service send the same statements. */
export interface BenchCall {
  name: string;
  operation: Operation;
  /** How many different inputs are made; the drivers then draw from them. */
  variety: number;
  input(invoices: number): object;
  /** How many seconds the service is warmed up for it. */
  warmUp: number;
  /** Whether it is measured with a single connection and at the other log levels too. */
  thorough: boolean;
  /** How many times as long as what it is measured against it may take. */
  limit: number;
  /** A program asks for it with its token; it is measured against the same call with the account's key. */
  asAgentOf?: string;
}

/** Rules of all the calls that are not written out: a read like many others. */
const READ = { variety: 1, warmUp: 2, thorough: false, limit: 5 } as const;

const getInvoiceCall: BenchCall = {
  ...READ,
  name: 'get-invoice',
  operation: operation(getInvoice),
  variety: 2000,
  input: (invoices) => ({ guid: invoiceGuid(1 + random(invoices)) }),
  // The engine compiles what runs often: the service needs some 15,000 requests until no more of it changes.
  warmUp: 7,
  thorough: true,
};

/** Those that write come last, so that all the others find the same books. */
export const CALLS: readonly BenchCall[] = [
  getInvoiceCall,
  { ...READ, name: 'get-invoices', operation: operation(getInvoices), input: ten, warmUp: 4, thorough: true },
  { ...READ, name: 'get-costs', operation: operation(getCosts), input: () => ({}) },
  {
    ...READ,
    name: 'get-costs-by-status',
    operation: operation(getCosts),
    input: () => ({ accounting_status: 'Created' }),
  },
  { ...READ, name: 'get-count-costs', operation: operation(getCountCosts), input: () => ({}) },
  { ...READ, name: 'get-tasks', operation: operation(getTasks), input: ten },
  {
    ...READ,
    name: 'get-dashboard-data',
    operation: operation(getDashboardData),
    input: lastMonth,
    warmUp: 3,
  },
  { ...READ, name: 'invoice-summaries', operation: operation(invoiceSummaries), input: lastYear },
  {
    ...getInvoiceCall,
    name: 'agent-get-invoice',
    warmUp: 2,
    thorough: false,
    limit: 2,
    asAgentOf: 'get-invoice',
  },
  {
    name: 'create-invoice',
    operation: operation(createInvoice),
    variety: 500,
    input: newInvoice,
    warmUp: 7,
    thorough: true,
    limit: 5,
  },
];

/** The kinds of operations differ in their types; what runs them looks at their kind. */
export function operation(one: unknown): Operation {
  return one as Operation;
}

export function ten(): object {
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

/** Three lines of items in the catalogue, to a customer who is known. */
function newInvoice(): object {
  const today = daysAgo(0);
  const chosen = [1, 2, 3].map((qty) => ({ item: 1 + random(ITEMS), qty }));
  const net = chosen.reduce((sum, { item, qty }) => sum + qty * itemPrice(item), 0);
  return {
    type: 'invoice',
    amount: (net / 100) * 124,
    currency: 'ISK',
    issue_date: today,
    due_date: today,
    settlement_date: today,
    customer: { guid: customerGuid(1 + random(CUSTOMERS)) },
    items: chosen.map(({ item, qty }) => ({ guid: itemGuid(item), qty })),
  };
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}
