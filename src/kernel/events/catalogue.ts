import { z } from 'zod';
import type { Scope } from '../access/scopes.ts';
import { out } from '../fields/output-fields.ts';

/** One type of event: what has happened, and the schema of its `data`. */
interface EventDefinition<D extends z.ZodObject = z.ZodObject> {
  summary: string;
  data: D;
}

function define<D extends z.ZodObject>(summary: string, data: D): EventDefinition<D> {
  return { summary, data };
}

const record = z.object({ guid: out.guid('What it happened to') });
const numbered = record.extend({
  number: out.text('Its number; null where it has none', '108').nullable(),
});
const CHANNELS = ['email', 'einvoice'] as const;

const invoice = numbered.extend({
  kind: out.code(['invoice', 'credit'], 'Whether it is an invoice or a credit note'),
});
const sentInvoice = invoice.extend({
  channel: out.code(CHANNELS, 'How it was sent'),
  to: out.text('The address of the recipient', 'bokhald@kaupandi.example'),
});
const bounced = sentInvoice.extend({
  reason: out.outside('What the mail server or the network said', 'Mailbox unavailable'),
});
const paidOn = out.date('The day of payment; the day of value where the bank reports it');
const payment = invoice.extend({
  amount: out.number('What came in for the invoice, without interest and charges', 46500),
  currency: out.text('Its currency', 'ISK'),
  paid_on: paidOn,
});
const invoiced = numbered.extend({ invoice_guid: out.guid('The invoice that was made of it') });
/** Two kinds of records are drafts, and different operations read them. */
const draftOf = {
  record: out.code(
    ['invoice', 'draft'],
    'invoice: kept by create-invoice with save, and read by get-invoice; draft: read by get-draft-invoice',
  ),
};
const draft = numbered.extend(draftOf);
const template = record.extend({
  state: out.code(['active', 'paused', 'stopped', 'finished'], 'Its state now'),
  next_date: out.date('The day of the next invoice').nullable(),
});
const log = numbered.extend({
  log_guid: out.guid('The log'),
  change: out.code(['added', 'changed', 'deleted'], 'What was done with the log'),
});
const order = record.extend({
  invoice_guid: out.guid('The invoice of the order'),
  number: out.text('The number of that invoice', '108'),
});
const ofCustomer = record.extend({ customer_guid: out.guid('The customer') });
const sellingPage = record.extend({ open: out.flag('Whether it can be bought from', true) });
const proposal = record.extend({
  agent_id: out.text('The program that made it', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
  operation: out.text('The write that it asks for', 'create-invoice'),
});
const agent = z.object({
  guid: out.text('The program', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
  agent_id: out.text('The same, as the list of programs names it', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
});

/**
 * The catalogue of events. Operations declare which of them they write (`WriteOperation.events`), and the reference
 * documentation is generated from it. `data` is thin on purpose: a program reads the record itself by its guid, and sees
 * then what its scopes allow.
 */
export const EVENTS = {
  'invoice.issued': define('An invoice or credit note got its number.', invoice),
  'invoice.sent': define('It was sent to the customer by mail or as an e-invoice.', sentInvoice),
  'invoice.reminded': define('A reminder of it was mailed to the customer.', sentInvoice),
  'invoice.delivered': define('The e-invoice network has delivered it to the customer.', sentInvoice),
  'invoice.bounced': define('A mail came back, or the e-invoice was refused.', bounced),
  'invoice.overdue': define(
    'Its due date has passed and it is not paid; once for an invoice.',
    invoice.extend({ due_date: out.date('The due date'), settlement_date: out.date('The final due date') }),
  ),
  'invoice.claim_sent': define('Its claim is at the bank.', invoice),
  'invoice.collection_started': define('Its claim is unpaid after the final due date.', invoice),
  'invoice.claim_paid': define('Its claim was paid at the bank.', invoice),
  'invoice.claim_cancelled': define('Its claim was cancelled at the bank.', invoice),
  'invoice.payment_recorded': define(
    'A payment was recorded: at the bank, by the payment link or by hand.',
    payment,
  ),
  'invoice.paid': define(
    'Nothing of it is left to pay; of a credit note: it is settled.',
    invoice.extend({ paid_on: paidOn }),
  ),
  'invoice.credited': define(
    'A credit note was made for it; the event names the original.',
    invoice.extend({ credit_guid: out.guid('The credit note') }),
  ),
  'invoice.cancelled': define('It was credited in full before it was paid.', invoice),
  'invoice.posted': define('Bookkeeping has posted it.', invoice),
  'invoice.updated': define(
    'Bookkeeping has said that it left it out or could not post it.',
    invoice.extend({ accounting_status: out.code(['Skipped', 'Error'], 'What it did') }),
  ),

  'draft.created': define('A draft was made, also one that create-invoice kept with `save`.', draft),
  'draft.updated': define('A draft was changed.', draft),
  'draft.deleted': define('A draft was deleted.', draft),
  'draft.invoiced': define('The invoice of a draft was issued.', invoiced.extend(draftOf)),
  'quote.created': define('A quote was made.', numbered),
  'quote.updated': define('A quote was changed.', numbered),
  'quote.deleted': define('A quote was deleted.', numbered),
  'quote.sent': define(
    'A quote was mailed to the customer.',
    numbered.extend({ to: out.text('The address', 'jon@example.is') }),
  ),
  'quote.accepted': define('The customer took the quote.', numbered),
  'quote.declined': define('The customer declined the quote.', numbered),
  'quote.invoiced': define('The invoice of a quote was issued.', invoiced),
  'order.created': define('An order was made.', numbered),
  'order.updated': define('An order was changed.', numbered),
  'order.deleted': define('An order was deleted.', numbered),
  'order.invoiced': define(
    'An order was invoiced, in whole or in part.',
    invoiced.extend({ open: out.flag('Whether anything of it is left to invoice', false) }),
  ),

  'recurring.created': define('A recurring invoice was set up.', record),
  'recurring.updated': define(
    'It was changed, or it has made an invoice and its schedule has moved on.',
    template,
  ),
  'recurring.paused': define('It was paused, by a person or because it could not go on.', record),
  'recurring.resumed': define('It goes on.', record),
  'recurring.stopped': define('It was stopped for good.', record),

  'customer.created': define('A customer was made, also by an invoice or a purchase.', record),
  'customer.updated': define('A customer was changed, confirmed or merged.', record),
  'customer.merged': define(
    'Its documents belong to another customer now, and it is not active any more.',
    record.extend({ into_guid: out.guid('The customer that stays') }),
  ),
  'note.created': define('Somebody wrote a note about a customer.', ofCustomer),
  'note.deleted': define('A note about a customer was deleted.', ofCustomer),
  'contact.created': define('A contact of a customer was added.', ofCustomer),
  'contact.updated': define('A contact of a customer was changed.', ofCustomer),
  'contact.deleted': define('A contact of a customer was deleted.', ofCustomer),
  'item.created': define('An item was made, also by an invoice, a task or a product sale.', record),
  'item.updated': define('An item was changed.', record),

  'cost.created': define('A cost was made.', record),
  'cost.read': define(
    'The reading of its receipt has ended.',
    record.extend({ found: out.flag('Whether the receipt could be read', true) }),
  ),
  'cost.approved': define('It was approved, and bookkeeping can read it.', record),
  'cost.updated': define(
    'Bookkeeping has said what it did with it.',
    record.extend({ accounting_status: out.code(['Posted', 'Skipped', 'Error'], 'What it did') }),
  ),
  'cost.moved': define('It was taken back to be approved anew.', record),
  'cost.deleted': define('It was deleted.', record),

  'task.created': define('A task was made.', numbered),
  'task.updated': define('A task was changed.', numbered),
  'task.started': define('Its timer was started.', numbered),
  'task.stopped': define('Its timer was stopped.', numbered),
  'task.logged': define('Time was logged, or a log was changed or deleted.', log),
  'task.invoiced': define('Its time is on an invoice.', invoiced),
  'task.closed': define('It was closed.', numbered),

  'sale.created': define('A product sale and its selling page were made.', sellingPage),
  'sale.updated': define('A product sale was changed, opened or closed.', sellingPage),
  'sale.ordered': define('Somebody bought from a product sale.', order),
  'sale.paid': define('The invoice of such a purchase is paid.', order),
  'sale.lapsed': define('An order was not paid and was taken back.', order),
  'sale.attended': define(
    'Holders of tickets were let in, or that was undone.',
    order.extend({ attended: out.flag('Whether any of them came', true) }),
  ),

  'company.updated': define(
    'The details of the company, its plan, its settings, its logo or the words of its mails were changed.',
    record,
  ),

  'proposal.waiting': define('A program wants to do something that a person must approve.', proposal),
  'proposal.approved': define('A person approved it, and it is done.', proposal),
  'proposal.declined': define('A person declined it, or disconnected the program.', proposal),
  'proposal.withdrawn': define('The program took it back.', proposal),
  'proposal.expired': define('Nobody decided about it in time.', proposal),

  'agent.connected': define('A program may act for the account, or its scopes were changed.', agent),
  'agent.limits_changed': define('The limits of a program were changed.', agent),
  'agent.frozen': define('A program was frozen.', agent),
  'agent.unfrozen': define('A frozen program may act again.', agent),
  'agent.revoked': define('A program may not act for the account any more.', agent),
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof EVENTS;
export type EventData<T extends EventType> = z.infer<(typeof EVENTS)[T]['data']>;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

export const EVENT_NOUNS = [
  ...['invoice', 'draft', 'quote', 'order', 'recurring', 'customer', 'note', 'contact', 'item'],
  ...['cost', 'task', 'sale', 'company', 'proposal', 'agent'],
] as const;
type EventNoun = EventType extends `${infer Noun}.${string}` ? Noun : never;

const INVOICING: readonly Scope[] = ['nav', 'create_invoice'];

/**
 * Who besides the account sees the events of a noun: programs with one of these scopes, only the program that made it
 * (`own`), or nobody.
 */
const READERS: Record<EventNoun, readonly Scope[] | 'own' | 'nobody'> = {
  invoice: INVOICING,
  draft: INVOICING,
  quote: INVOICING,
  order: INVOICING,
  recurring: ['recurring'],
  customer: ['manage_customers'],
  note: 'nobody',
  contact: 'nobody',
  item: INVOICING,
  cost: ['cost'],
  task: ['task'],
  sale: ['sell_product'],
  company: 'nobody',
  proposal: 'own',
  agent: 'nobody',
};

export function nounOf(type: EventType): EventNoun {
  return type.slice(0, type.indexOf('.')) as EventNoun;
}

/** The types that a program with these scopes sees. Of `own` ones it sees only those that it made itself. */
export function visibleTypes(scopes: readonly Scope[]): EventType[] {
  return EVENT_TYPES.filter((type) => {
    const readers = READERS[nounOf(type)];
    return readers === 'own' || (readers !== 'nobody' && readers.some((scope) => scopes.includes(scope)));
  });
}

/** The scopes that see a type, for the reference documentation. */
export function readersOf(type: EventType): readonly Scope[] | 'own' | 'nobody' {
  return READERS[nounOf(type)];
}
