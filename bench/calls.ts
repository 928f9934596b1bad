import type { Operation } from '../src/kernel/operations/operation.ts';
import { getCosts, getCountCosts } from '../src/modules/costs/read.ts';
import { createInvoice } from '../src/modules/invoices/issue/create-invoice.ts';
import { getInvoice, getInvoices } from '../src/modules/invoices/read/read.ts';
import { getDashboardData } from '../src/modules/reports/figures/dashboard.ts';
import { invoiceSummaries } from '../src/modules/reports/figures/summaries.ts';
import { getTasks } from '../src/modules/tasks/read.ts';
import { CUSTOMERS, customerGuid, ITEMS, invoiceGuid, itemGuid, itemPrice } from './fill-database.ts';

/** One kind of request, with random inputs that all cause the same statements. */
export interface BenchCall {
  name: string;
  operation: Operation;
  /** Number of different inputs; the drivers pick from them at random. */
  variety: number;
  input(invoices: number): object;
  /** Seconds of warm-up for the service. */
  warmUp: number;
  /** Whether it is also measured with one connection and at the other log levels. */
  isThorough: boolean;
  /** Maximum duration as a multiple of the baseline. */
  limit: number;
  /** Sent with an agent's access token and compared with this call, which uses the account's API key. */
  asAgentOf?: string;
}

/** Defaults for an ordinary read. */
const READ = { variety: 1, warmUp: 2, isThorough: false, limit: 5 } as const;

const getInvoiceCall: BenchCall = {
  ...READ,
  name: 'get-invoice',
  operation: operation(getInvoice),
  variety: 2000,
  input: (invoices) => ({ guid: invoiceGuid(1 + random(invoices)) }),
  // V8 optimises hot code; throughput is stable after about 15,000 requests.
  warmUp: 7,
  isThorough: true,
};

/** Calls that write come last, so that all others see the same data. */
export const CALLS: readonly BenchCall[] = [
  getInvoiceCall,
  {
    ...READ,
    name: 'get-invoices',
    operation: operation(getInvoices),
    input: limitTen,
    warmUp: 4,
    isThorough: true,
  },
  { ...READ, name: 'get-costs', operation: operation(getCosts), input: () => ({}) },
  {
    ...READ,
    name: 'get-costs-by-status',
    operation: operation(getCosts),
    input: () => ({ accounting_status: 'Created' }),
  },
  { ...READ, name: 'get-count-costs', operation: operation(getCountCosts), input: () => ({}) },
  { ...READ, name: 'get-tasks', operation: operation(getTasks), input: limitTen },
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
    isThorough: false,
    limit: 2,
    asAgentOf: 'get-invoice',
  },
  {
    name: 'create-invoice',
    operation: operation(createInvoice),
    variety: 500,
    input: newInvoice,
    warmUp: 7,
    isThorough: true,
    limit: 5,
  },
];

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
