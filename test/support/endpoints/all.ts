import { type Client, invoice } from '../client.ts';
import { buy, openSale } from '../sales.ts';
import { bookkeeperCases, openBookkeeping } from './bookkeepers.ts';
import { type Books, type EndpointCase, none } from './case.ts';
import { approveCost, completeCost, costCases } from './costs.ts';
import { customer, customerCases } from './customers.ts';
import { body, documentCases } from './documents.ts';
import { eventCases } from './events.ts';
import { addressed, invoiceCases } from './invoices.ts';
import { itemCases } from './items.ts';
import { productSaleCases } from './product-sales.ts';
import { openProposal, proposalCases } from './proposals.ts';
import { recurringCases, schedule } from './recurring.ts';
import { reportCases } from './reports.ts';
import { openTasks, taskCases } from './tasks.ts';
import { openWebhook, webhookCases } from './webhooks.ts';

/** The endpoints of the credential API, written by hand from their documentation. */
export const ENDPOINTS: readonly EndpointCase[] = [
  { path: 'hello', ...none },
  ...customerCases,
  ...itemCases,
  ...invoiceCases,
  ...documentCases,
  ...recurringCases,
  ...taskCases,
  ...productSaleCases,
  ...costCases,
  ...bookkeeperCases,
  ...eventCases,
  ...webhookCases,
  ...proposalCases,
  ...reportCases,
];

/** The record that an endpoint takes, by the endpoint's name. */
export function recordOf(path: string): keyof Books {
  if (path.includes('webhook')) return 'webhook';
  if (path.includes('proposal')) return 'proposal';
  if (path.includes('bookkeeper')) return 'bookkeeper';
  if (path.endsWith('accept-tenant') || path.endsWith('decline-tenant')) return 'tenantRequest';
  if (path.includes('tenant')) return 'tenant';
  if (path.includes('product-sale')) return 'event';
  if (path.endsWith('resume-recurring-invoice')) return 'paused';
  if (path.endsWith('update-cost') || path.endsWith('move-cost-to-new')) return 'approvedCost';
  if (path.includes('cost')) return 'cost';
  if (path.endsWith('/issue-invoice') || path === 'issue-invoice') return 'draft';
  if (path.includes('log')) return path.endsWith('/log-task') || path === 'log-task' ? 'task' : 'log';
  if (path.includes('task')) return path.endsWith('end-task') ? 'running' : 'task';
  const kinds = { recurring: 'recurring', order: 'order', draft: 'orderDraft', quote: 'quote' } as const;
  for (const [word, record] of Object.entries(kinds)) if (path.includes(word)) return record;
  if (path.includes('customer')) return 'customer';
  return path.includes('item') ? 'item' : 'invoice';
}

/** Creates an event with one sold ticket. */
async function openEvent(seller: Client): Promise<string> {
  const { guid } = await openSale(seller, { type: 'EVENT', fields: [{ label: 'Nafn gests' }] });
  await buy(seller, guid, { fields: { 'Nafn gests': 'Anna' } });
  return guid;
}

export async function openBooks(seller: Client): Promise<Books> {
  const kennitala = '5501234520';
  const customerGuid = await seller.ok('create-customer', {
    data: { ...customer, registration_no: kennitala },
  });
  return {
    kennitala,
    ...(await openBookkeeping(seller)),
    ...(await openTasks(seller, customerGuid)),
    customer: customerGuid,
    otherCustomer: await seller.ok('create-customer', { data: customer }),
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
    event: await openEvent(seller),
    webhook: await openWebhook(seller),
    proposal: await openProposal(seller),
    cost: await seller.ok('create-cost-adv', completeCost),
    approvedCost: await approveCost(seller, await seller.ok('create-cost-adv', completeCost)),
  };
}
