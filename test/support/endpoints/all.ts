import { type Client, invoice } from '../client.ts';
import { type Books, type EndpointCase, none } from './case.ts';
import { customer, customerCases } from './customers.ts';
import { body, documentCases } from './documents.ts';
import { addressed, invoiceCases } from './invoices.ts';
import { itemCases } from './items.ts';
import { recurringCases, schedule } from './recurring.ts';
import { reportCases } from './reports.ts';

/** The endpoints of the credential API that there are so far, written by hand from what clients are promised. */
export const ENDPOINTS: readonly EndpointCase[] = [
  { path: 'hello', ...none },
  ...customerCases,
  ...itemCases,
  ...invoiceCases,
  ...documentCases,
  ...recurringCases,
  ...reportCases,
];

/** The record that an endpoint is about, by its name. */
export function recordOf(path: string): keyof Books {
  if (path.endsWith('resume-recurring-invoice')) return 'paused';
  if (path.endsWith('/issue-invoice') || path === 'issue-invoice') return 'draft';
  const kinds = { recurring: 'recurring', order: 'order', draft: 'orderDraft', quote: 'quote' } as const;
  for (const [word, record] of Object.entries(kinds)) if (path.includes(word)) return record;
  if (path.includes('customer')) return 'customer';
  return path.includes('item') ? 'item' : 'invoice';
}

export async function openBooks(seller: Client): Promise<Books> {
  const kennitala = '5501234520';
  const customerGuid = await seller.ok('create-customer', {
    data: { ...customer, registration_no: kennitala },
  });
  return {
    kennitala,
    customer: customerGuid,
    order: await seller.ok('create-order-invoice', { data: { ...body, kennitala } }),
    orderDraft: await seller.ok('create-draft-invoice', { data: { ...body, kennitala } }),
    quote: await seller.ok('create-quote', { data: { ...body, kennitala } }),
    recurring: await seller.ok('create-recurring-invoice', { data: { ...schedule, ...body, kennitala } }),
    paused: await seller.ok('pause-recurring-invoice', {
      guid: await seller.ok('create-recurring-invoice', { data: { ...schedule, ...body, kennitala } }),
    }),
    item: await seller.ok('create-item', {
      data: { description: 'Vara', uom: 'C62', tax: 'S', unit_price: 1000 },
    }),
    invoice: await seller.ok('create-invoice', { data: invoice({ customer: addressed }) }),
    draft: await seller.ok('create-invoice', { data: invoice({ save: true }) }),
  };
}
