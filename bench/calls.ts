import { createInvoice } from '../src/modules/invoices/create.ts';
import { getInvoice, getInvoices } from '../src/modules/invoices/read.ts';
import { CUSTOMERS, customerGuid, ITEMS, invoiceGuid, itemGuid, itemPrice } from './books.ts';

/** One kind of request, with inputs at random that all make the service send the same statements. */
export interface BenchCall {
  name: string;
  operation: typeof createInvoice | typeof getInvoice | typeof getInvoices;
  /** How many different inputs are made; the drivers then draw from them. */
  variety: number;
  input(invoices: number): object;
  /** The request line and body of an input. */
  wire(input: object): { method: 'GET' | 'POST'; fields: Record<string, string> };
}

export const CALLS: readonly BenchCall[] = [
  {
    name: 'get-invoice',
    operation: getInvoice,
    variety: 2000,
    input: (invoices) => ({ guid: invoiceGuid(1 + random(invoices)) }),
    wire: (input) => ({ method: 'GET', fields: { ...input } }),
  },
  {
    name: 'get-invoices',
    operation: getInvoices,
    variety: 1,
    input: () => ({ limit: '10' }),
    wire: (input) => ({ method: 'GET', fields: { ...input } }),
  },
  {
    name: 'create-invoice',
    operation: createInvoice,
    variety: 500,
    input: newInvoice,
    wire: (input) => ({ method: 'POST', fields: { data: JSON.stringify(input) } }),
  },
];

/** Three lines of items in the catalogue, to a customer who is known. */
function newInvoice(): object {
  const today = new Date().toISOString().slice(0, 10);
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
