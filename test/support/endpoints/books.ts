import { ublInvoice } from '../../receipts/ubl.ts';
import { type Client, invoice } from '../client.ts';
import { createCost } from '../costs.ts';
import { buy, openSale } from '../sales.ts';
import { openBank } from './bank.ts';
import { openBookkeeping } from './bookkeepers.ts';
import type { Books, Fields } from './case.ts';
import { approveCost, completeCost } from './costs.ts';
import { customer } from './customers.ts';
import { body } from './documents.ts';
import { openAccountExport, openAccountImport } from './exports.ts';
import { addressed } from './invoices.ts';
import { openExport, openLayout } from './journal.ts';
import { openPayment, openWriteOff } from './payments.ts';
import { openProposal } from './proposals.ts';
import { schedule } from './recurring.ts';
import { openTasks } from './tasks.ts';
import { lockPeriod, submitReturn } from './vat.ts';
import { openWebhook } from './webhooks.ts';

const KENNITALA = '5501234520';
const document = { data: { ...body, kennitala: KENNITALA } };
const template = { data: { ...schedule, ...body, kennitala: KENNITALA } };

type Records = Partial<Books>;

/** Makes a record, or records that belong together. */
interface Maker {
  records: readonly (keyof Books)[];
  make(seller: Client): Promise<Records>;
}

const MAKERS: readonly Maker[] = [
  { records: ['customer', 'otherCustomer', 'task', 'running', 'log'], make: openCustomers },
  {
    records: ['bookkeeper', 'bookkeeperName', 'tenant', 'tenantRequest', 'otherTenantRequest'],
    make: openBookkeeping,
  },
  one('order', (seller) => seller.ok('create-order-invoice', document)),
  one('orderDraft', (seller) => seller.ok('create-draft-invoice', document)),
  one('quote', (seller) => seller.ok('create-quote', document)),
  one('recurring', (seller) => seller.ok('create-recurring-invoice', template)),
  one('paused', async (seller) =>
    seller.ok('pause-recurring-invoice', { guid: await seller.ok('create-recurring-invoice', template) }),
  ),
  one('item', (seller) =>
    seller.ok('create-item', { data: { description: 'Vara', uom: 'C62', tax: 'S', unit_price: 1000 } }),
  ),
  one('unstatedItem', (seller) =>
    seller.ok('create-item', { data: { description: 'Kennsla', tax: 'Z', unit_price: 1000 } }),
  ),
  one('invoice', (seller) => seller.ok('create-invoice', { data: invoice({ customer: addressed }) })),
  { records: ['payment', 'surplus', 'creditedInvoice'], make: openPayment },
  one('writtenOff', openWriteOff),
  { records: ['bankAccount', 'bankLine', 'bookedLine', 'ignoredLine'], make: openBank },
  one('lockedPeriod', lockPeriod),
  one('vatSubmission', submitReturn),
  one('draft', (seller) => seller.ok('create-invoice', { data: invoice({ save: true }) })),
  one('event', openEvent),
  one('webhook', openWebhook),
  one('accountExport', openAccountExport),
  one('accountImport', openAccountImport),
  one('journal', openExport),
  one('journalLayout', openLayout),
  one('proposal', openProposal),
  one('cost', (seller) => seller.ok('create-cost-adv', completeCost)),
  one('einvoiceCost', (seller) =>
    createCost(seller, 'create-cost', {}, { name: 'reikningur.xml', bytes: ublInvoice.xml }),
  ),
  one('question', async (seller) => {
    const document_guid = await seller.ok('create-cost-adv', completeCost);
    const data = { kind: 'cost', document_guid, question: 'What was bought?' };
    return (await seller.ok('ask-question', { data })).guid;
  }),
  one('approvedCost', async (seller) =>
    approveCost(seller, await seller.ok('create-cost-adv', completeCost)),
  ),
];

function one(record: keyof Books, make: (seller: Client) => Promise<string>): Maker {
  return { records: [record], make: async (seller) => ({ [record]: await make(seller) }) };
}

/** Two customers, and tasks for one of them. */
async function openCustomers(seller: Client): Promise<Records> {
  const guid = await seller.ok('create-customer', { data: { ...customer, registration_no: KENNITALA } });
  const otherCustomer = await seller.ok('create-customer', { data: customer });
  return { customer: guid, otherCustomer, ...(await openTasks(seller, guid)) };
}

/** An event with one sold ticket. */
async function openEvent(seller: Client): Promise<string> {
  const { guid } = await openSale(seller, { type: 'EVENT', fields: [{ label: 'Nafn gests' }] });
  await buy(seller, guid, { fields: { 'Nafn gests': 'Anna' } });
  return guid;
}

export function openBooks(seller: Client): Promise<Books> {
  return makeAll(MAKERS, seller, { kennitala: KENNITALA });
}

/** Makes the records again that a call was sent with, because it may have used them up. */
export function renewBooks(seller: Client, books: Books, sent: Fields): Promise<Books> {
  const text = JSON.stringify(sent);
  const isUsed = ({ records }: Maker) => records.some((record) => text.includes(books[record]));
  return makeAll(MAKERS.filter(isUsed), seller, books);
}

async function makeAll(makers: readonly Maker[], seller: Client, known: Records): Promise<Books> {
  const books = { ...known };
  for (const { make } of makers) Object.assign(books, await make(seller));
  return books as Books;
}
