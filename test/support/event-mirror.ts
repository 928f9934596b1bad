import type { Client } from './client.ts';

export interface MirroredEvent {
  type: string;
  data: Record<string, any>;
}

type Facts = Record<string, unknown>;
const KINDS = [
  ...['invoice', 'draft', 'quote', 'order', 'recurring', 'customer', 'note', 'contact', 'item'],
  ...['cost', 'task', 'log', 'sale', 'purchase'],
] as const;
type Kind = (typeof KINDS)[number];

/** Which records an account has and the state of each, as far as events say it. */
export type Books = Record<Kind, Record<string, Facts>>;

function emptyBooks(): Books {
  return Object.fromEntries(KINDS.map((kind) => [kind, {}])) as Books;
}

const RECURRING_STATE: Record<string, string> = { paused: 'paused', resumed: 'active', stopped: 'stopped' };
const INVOICE_STATUS: Record<string, string> = {
  issued: 'Sent',
  paid: 'Paid',
  cancelled: 'Cancelled',
  collection_started: 'Collection',
};

/** The books as a program knows them that reads nothing but events. */
export class EventMirror {
  readonly books = emptyBooks();
  /** How often the company was changed. */
  companyChanges = 0;

  apply({ type, data }: MirroredEvent): void {
    const [noun = '', verb = ''] = type.split('.');
    this.#readers[noun]?.(verb, data);
  }

  readonly #readers: Record<string, (verb: string, data: MirroredEvent['data']) => void> = {
    invoice: (verb, data) => this.#invoice(verb, data),
    draft: (verb, data) => this.#draft(verb, data),
    order: (verb, data) => this.#document('order', verb, data),
    quote: (verb, data) => this.#document('quote', verb, data),
    recurring: (verb, data) => this.#recurring(verb, data),
    customer: (verb, data) => this.#record('customer', verb, data),
    note: (verb, data) => this.#record('note', verb, data),
    contact: (verb, data) => this.#record('contact', verb, data),
    item: (verb, data) => this.#record('item', verb, data),
    cost: (verb, data) => this.#cost(verb, data),
    task: (verb, data) => this.#task(verb, data),
    sale: (verb, data) => this.#sale(verb, data),
    company: () => {
      this.companyChanges += 1;
    },
  };

  #set(kind: Kind, guid: string, facts: Facts): void {
    this.books[kind][guid] = { ...this.books[kind][guid], ...facts };
  }

  #remove(kind: Kind, guid: string): void {
    delete this.books[kind][guid];
  }

  #invoice(verb: string, { guid, number, kind, accounting_status }: MirroredEvent['data']): void {
    if (verb === 'issued') this.#set('invoice', guid, { number, kind, accounting_status: 'Created' });
    const status = INVOICE_STATUS[verb];
    if (status) this.#set('invoice', guid, { status });
    if (verb === 'posted') this.#set('invoice', guid, { accounting_status: 'Posted' });
    if (verb === 'updated') this.#set('invoice', guid, { accounting_status });
  }

  #draft(verb: string, { guid, record }: MirroredEvent['data']): void {
    if (record === 'draft') this.#document('draft', verb, { guid, number: '' });
    else if (verb === 'created') this.#set('invoice', guid, { status: 'Draft' });
  }

  #document(kind: 'draft' | 'order' | 'quote', verb: string, data: MirroredEvent['data']): void {
    const { guid, number, open = false } = data;
    // A declined quote that is changed is open again.
    if (verb === 'created' || verb === 'updated') this.#set(kind, guid, { number, status: 'open' });
    if (verb === 'deleted') this.#remove(kind, guid);
    if (verb === 'declined') this.#set(kind, guid, { status: 'declined' });
    if (verb === 'invoiced' || verb === 'accepted')
      this.#set(kind, guid, { status: open ? 'open' : 'invoiced' });
  }

  #recurring(verb: string, { guid, state }: MirroredEvent['data']): void {
    if (verb === 'created') this.#set('recurring', guid, { state: 'active' });
    else this.#set('recurring', guid, { state: RECURRING_STATE[verb] ?? state });
  }

  #record(kind: Kind, verb: string, { guid, customer_guid, into_guid }: MirroredEvent['data']): void {
    if (verb === 'created') this.#set(kind, guid, customer_guid ? { customer: customer_guid } : {});
    if (verb === 'deleted') this.#remove(kind, guid);
    if (verb !== 'merged') return;
    for (const kept of ['note', 'contact'] as const)
      for (const facts of Object.values(this.books[kept]))
        if (facts.customer === guid) facts.customer = into_guid;
  }

  #cost(verb: string, { guid, accounting_status }: MirroredEvent['data']): void {
    if (verb === 'created' || verb === 'moved') this.#set('cost', guid, { status: 'New' });
    if (verb === 'approved') this.#set('cost', guid, { status: 'Created' });
    if (verb === 'updated') this.#set('cost', guid, { status: accounting_status });
    if (verb === 'deleted') this.#remove('cost', guid);
  }

  #task(verb: string, { guid, number, log_guid, change }: MirroredEvent['data']): void {
    if (verb === 'created') this.#set('task', guid, { number, status: 'open', running: false });
    if (verb === 'started') this.#set('task', guid, { status: 'open', running: true });
    if (verb === 'stopped') this.#set('task', guid, { running: false });
    if (verb === 'closed') this.#set('task', guid, { status: 'closed' });
    if (verb === 'invoiced') this.#set('task', guid, { status: 'invoiced' });
    if (verb !== 'logged') return;
    if (change === 'added') this.#set('task', guid, { status: 'open' });
    if (change === 'deleted') this.#remove('log', log_guid);
    else this.#set('log', log_guid, { task: guid });
  }

  #sale(verb: string, { guid, open, number, attended }: MirroredEvent['data']): void {
    if (verb === 'created' || verb === 'updated') this.#set('sale', guid, { open });
    if (verb === 'ordered') this.#set('purchase', number, { sale: guid, attended: false });
    if (verb === 'attended') this.#set('purchase', number, { attended });
    if (verb === 'lapsed') this.#remove('purchase', number);
  }
}

type Listed = Record<string, any>;
type Lists = Record<Kind, Listed[]>;

/** Every record of the account as its lists answer it. */
export async function readLists(seller: Client): Promise<Lists> {
  const customers = await seller.ok('get-customers');
  const notes: Listed[] = [];
  for (const { guid } of customers) {
    const notebook = await seller.ok('get-customer-notes', { customer_guid: guid });
    notes.push({ customer: guid, ...notebook });
  }
  const sales = await seller.ok('get-product-sales');
  const tasks: Listed[] = [
    ...(await seller.ok('get-tasks')),
    ...(await seller.ok('get-tasks', { type: 'older' })),
  ];
  const purchases: Listed[] = [];
  for (const { guid, type } of sales) {
    if (type !== EVENT_SALE) continue;
    for (const purchase of await seller.ok('get-product-sale-attends', { guid }))
      purchases.push({ ...purchase, sale: guid });
  }
  const written = (list: 'notes' | 'contacts') =>
    notes.flatMap(({ customer, [list]: rows }) => rows.map((row: Listed) => ({ ...row, customer })));
  return {
    invoice: await seller.ok('get-invoices'),
    draft: await seller.ok('get-draft-invoices'),
    quote: await seller.ok('get-quotes'),
    order: await seller.ok('get-order-invoices'),
    recurring: await seller.ok('get-recurring-invoices'),
    customer: customers,
    note: written('notes'),
    contact: written('contacts'),
    item: await seller.ok('get-items'),
    cost: await seller.ok('get-costs'),
    // A task shows its item, its customer and its invoices as they are now; they have events of their own.
    task: tasks.map(({ item: _item, customer: _customer, invoices: _invoices, ...task }) => task),
    log: tasks.flatMap(({ guid, logs }) => logs.map((log: Listed) => ({ ...log, task: guid }))),
    sale: sales,
    purchase: purchases,
  };
}

const EVENT_SALE = 4;

/** What the mirror knows of a record, taken from its entry in a list. */
const FACTS: Record<Kind, (listed: Listed) => Facts> = {
  invoice: ({ number, type, status, accounting_status }) =>
    status === 'Draft' ? { status } : { number, kind: type, status, accounting_status },
  draft: ({ number, status }) => ({ number, status }),
  quote: ({ number, status }) => ({ number, status }),
  order: ({ number, status }) => ({ number, status }),
  recurring: ({ status }) => ({ state: status }),
  customer: () => ({}),
  note: ({ customer }) => ({ customer }),
  contact: ({ customer }) => ({ customer }),
  item: () => ({}),
  cost: ({ accounting_status }) => ({ status: accounting_status }),
  task: ({ number, status, start_time }) => ({ number, status, running: start_time !== '' }),
  log: ({ task }) => ({ task }),
  sale: ({ is_open }) => ({ open: is_open }),
  purchase: ({ sale, attended }) => ({ sale, attended: attended === 'true' }),
};

/** The lists, reduced to what a mirror of events knows. */
export function booksOf(lists: Lists): Books {
  const books = emptyBooks();
  for (const kind of KINDS)
    for (const listed of lists[kind]) books[kind][keyOf(listed)] = FACTS[kind](listed);
  return books;
}

function keyOf({ guid, invoice_number }: Listed): string {
  return guid ?? invoice_number;
}

/**
 * The records that differ between two readings of the lists and that none of the events names. A merge is an event of the
 * two customers alone; who reads it moves the documents of the one to the other.
 */
export function unannouncedChanges(before: Lists, after: Lists, events: readonly MirroredEvent[]): string[] {
  const named = new Set(events.flatMap(({ data }) => Object.values(data)));
  const merges = events.filter(({ type }) => type === 'customer.merged').map(({ data }) => data);
  const compared = (listed: Listed) =>
    merges.reduce((text, { guid, into_guid }) => text.replaceAll(guid, into_guid), JSON.stringify(listed));
  return KINDS.flatMap((kind) => {
    const old = new Map(before[kind].map((listed) => [keyOf(listed), compared(listed)]));
    const changed = after[kind].filter((listed) => old.get(keyOf(listed)) !== compared(listed));
    // An invoice bills the logs of a task; the event is that of the task.
    const unnamed = changed.filter((listed) => !named.has(keyOf(listed)) && !named.has(listed.task));
    return unnamed.map((listed) => `${kind} ${keyOf(listed)}`);
  });
}
