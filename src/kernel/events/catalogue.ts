import { z } from 'zod';
import { EINVOICE_ANSWERS } from '../../domain/costs/einvoice-answers.ts';
import { VAT_KINDS } from '../../domain/invoices/vat.ts';
import { DIRECTIONS, PAYMENT_SOURCES } from '../../domain/payments/payment.ts';
import { keysOf } from '../../domain/values/records.ts';
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
  number: out.own('Its number; null where it has none', '108').nullable(),
});
const CHANNELS = ['email', 'einvoice'] as const;

const invoice = numbered.extend({
  kind: out.code(['invoice', 'credit'], 'Whether it is an invoice or a credit note'),
});
const sentInvoice = invoice.extend({
  channel: out.code(CHANNELS, 'How it was sent'),
  to: out.own('The address of the recipient', 'bokhald@kaupandi.example'),
});
const bounced = sentInvoice.extend({
  reason: out.outside('The answer of the mail server or the network', 'Mailbox unavailable'),
});
const paidOn = out.date('The day of payment; the day of value where the bank reports it');
const payment = invoice.extend({
  amount: out.number('The amount that was paid of the invoice, without interest and charges', 46500),
  currency: out.own('Its currency', 'ISK'),
  paid_on: paidOn,
});
const ofPayment = payment.extend({ payment_guid: out.guid('The payment of which this is a share') });
const moneyMoved = record.extend({
  direction: out.code(DIRECTIONS, 'Whether the money came in or went out'),
  amount: out.number('The amount that was paid', 46500),
  currency: out.own('Its currency', 'ISK'),
  paid_on: paidOn,
  source: out.code(
    PAYMENT_SOURCES,
    'How the payment was reported; credit: the credit of a customer was applied',
  ),
});
const bankLine = record.extend({
  amount: out.number('Signed: money that came in is positive', 46500),
  currency: out.own('Its currency', 'ISK'),
});
const vatPeriod = record.extend({ period: out.own('The last month of the period', '2026-10') });
const invoiced = numbered.extend({ invoice_guid: out.guid('The invoice that was issued from it') });
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
  log_guid: out.guid('The time log'),
  change: out.code(['added', 'changed', 'deleted'], 'What was done with the log'),
});
const answered = record.extend({ answer: out.code(EINVOICE_ANSWERS, 'What was answered') });
const order = record.extend({
  invoice_guid: out.guid('The invoice of the order'),
  number: out.own('The number of that invoice', '108'),
});
const ofCustomer = record.extend({ customer_guid: out.guid('The customer') });
const sellingPage = record.extend({ open: out.flag('Whether buyers can order', true) });
const question = record.extend({
  kind: out.code(['invoice', 'cost', 'bank_line', 'payment'], 'What the question is about'),
  document_guid: out.guid('The document'),
});
const proposal = record.extend({
  agent_id: out.own('The program that made it', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
  operation: out.own('The operation that it proposes', 'create-invoice'),
});
const agent = z.object({
  guid: out.own('The program', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
  agent_id: out.own('The same, as the list of programs names it', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
});

/**
 * The catalogue of events. Operations declare which of them they write (`WriteOperation.events`), and the reference
 * documentation is generated from it. `data` is thin on purpose: a program reads the record itself by its guid, and sees
 * then what its scopes allow.
 */
export const EVENTS = {
  'invoice.issued': define('An invoice or credit note got its number.', invoice),
  'invoice.imported': define('An invoice or credit note of a former system was imported.', invoice),
  'invoice.sent': define('An invoice was sent to the customer by mail or as an e-invoice.', sentInvoice),
  'invoice.reminded': define('A reminder of an invoice was mailed to the customer.', sentInvoice),
  'invoice.delivered': define('The e-invoice network has delivered an invoice to the customer.', sentInvoice),
  'invoice.bounced': define('The mail with an invoice came back, or its e-invoice was refused.', bounced),
  'invoice.overdue': define(
    'The due date of an unpaid invoice has passed; once for each invoice.',
    invoice.extend({ due_date: out.date('The due date'), settlement_date: out.date('The final due date') }),
  ),
  'invoice.claim_sent': define('The claim of an invoice was created at the bank.', invoice),
  'invoice.collection_started': define(
    'The claim of an invoice is unpaid after the final due date.',
    invoice,
  ),
  'invoice.claim_paid': define('The claim of an invoice was paid at the bank.', invoice),
  'invoice.claim_cancelled': define('The claim of an invoice was cancelled at the bank.', invoice),
  'invoice.payment_recorded': define(
    'A payment of an invoice was recorded: at the bank, by the payment link or by hand; once for each invoice that it settles.',
    ofPayment,
  ),
  'invoice.payment_reversed': define(
    'A payment of an invoice was reversed, so that the invoice owes its share again.',
    ofPayment,
  ),
  'invoice.paid': define(
    'An invoice is paid in full, or a credit note is settled.',
    invoice.extend({ paid_on: paidOn }),
  ),
  'invoice.reopened': define('A paid invoice is owed again, in whole or in part.', invoice),
  'invoice.written_off': define(
    'The remainder of an invoice was written off as lost.',
    invoice.extend({
      amount: out.number('The remainder', 46500),
      currency: out.own('Its currency', 'ISK'),
      written_off_on: out.date('The day of the write-off'),
    }),
  ),
  'invoice.write_off_undone': define('A written-off invoice is owed again.', invoice),
  'invoice.credited': define(
    'A credit note for an invoice was issued; `guid` is the invoice.',
    invoice.extend({ credit_guid: out.guid('The credit note') }),
  ),
  'invoice.cancelled': define('An invoice was credited in full before it was paid.', invoice),
  'invoice.posted': define('Bookkeeping has posted an invoice.', invoice),
  'invoice.updated': define(
    'Bookkeeping has reported that it skipped an invoice or could not post it.',
    invoice.extend({ accounting_status: out.code(['Skipped', 'Error'], 'What it did') }),
  ),

  'payment.recorded': define('A payment was recorded: money came in or went out.', moneyMoved),
  'payment.allocated': define(
    'The allocations of a payment were replaced, or the credit of a customer was applied.',
    moneyMoved,
  ),
  'payment.reversed': define('A payment was reversed; what it settled is owed again.', moneyMoved),

  'bank.imported': define(
    'A bank statement was imported, or transactions were fetched from the bank; `guid` is the import.',
    record.extend({
      bank_account_guid: out.guid('The bank account'),
      lines_new: out.integer('How many lines the import added', 12),
    }),
  ),

  'bank.consent_ending': define(
    'The consent to read a bank account ends within two weeks; `guid` is the account. A person must renew it.',
    record.extend({ ends_on: out.date('The last day of the consent') }),
  ),
  'bank.booked': define('A line of a bank statement was booked.', bankLine),
  'bank.unbooked': define('The booking of a line of a bank statement was reversed.', bankLine),
  'bank.ignored': define('A line of a bank statement was ignored.', bankLine),
  'bank.restored': define('An ignored line of a bank statement waits to be booked again.', bankLine),

  'draft.created': define('A draft was created, also by create-invoice with `save`.', draft),
  'draft.updated': define('A draft was changed.', draft),
  'draft.deleted': define('A draft was deleted.', draft),
  'draft.invoiced': define('The invoice of a draft was issued.', invoiced.extend(draftOf)),
  'quote.created': define('A quote was created.', numbered),
  'quote.updated': define('A quote was changed.', numbered),
  'quote.deleted': define('A quote was deleted.', numbered),
  'quote.sent': define(
    'A quote was mailed to the customer.',
    numbered.extend({ to: out.own('The address', 'jon@example.is') }),
  ),
  'quote.accepted': define('The customer accepted a quote.', numbered),
  'quote.declined': define('The customer declined a quote.', numbered),
  'quote.invoiced': define('The invoice of a quote was issued.', invoiced),
  'order.created': define('An order was created.', numbered),
  'order.updated': define('An order was changed.', numbered),
  'order.deleted': define('An order was deleted.', numbered),
  'order.invoiced': define(
    'An order was invoiced, in whole or in part.',
    invoiced.extend({ open: out.flag('Whether anything of it remains to be invoiced', false) }),
  ),

  'recurring.created': define('A recurring invoice was created.', record),
  'recurring.updated': define(
    'A recurring invoice was changed, or has issued an invoice and its next date has moved.',
    template,
  ),
  'recurring.paused': define(
    'A recurring invoice was paused, by a person or because it could not continue.',
    record,
  ),
  'recurring.resumed': define('A recurring invoice was resumed.', record),
  'recurring.stopped': define('A recurring invoice was stopped for good.', record),

  'customer.created': define('A customer was created, also by an invoice or a purchase.', record),
  'customer.updated': define('A customer was changed, confirmed or merged.', record),
  'customer.merged': define(
    'A customer was merged into another one, which has its documents now.',
    record.extend({ into_guid: out.guid('The customer that stays') }),
  ),
  'note.created': define('A note about a customer was added.', ofCustomer),
  'note.deleted': define('A note about a customer was deleted.', ofCustomer),
  'contact.created': define('A contact of a customer was added.', ofCustomer),
  'contact.updated': define('A contact of a customer was changed.', ofCustomer),
  'contact.deleted': define('A contact of a customer was deleted.', ofCustomer),
  'item.created': define('An item was created, also by an invoice, a task or a product sale.', record),
  'item.updated': define('An item was changed.', record),

  'cost.created': define('A cost was created.', record),
  'cost.read': define(
    'The receipt of a cost was read, or could not be read.',
    record.extend({ found: out.flag('Whether the receipt could be read', true) }),
  ),
  'cost.approved': define('A cost was approved, and bookkeeping can read it.', record),
  'cost.first_approved': define('The first of two people has approved a cost.', record),
  'cost.updated': define(
    'Bookkeeping has reported its result for a cost.',
    record.extend({ accounting_status: out.code(['Posted', 'Skipped', 'Error'], 'What it did') }),
  ),
  'cost.answered': define('The sender of the e-invoice of a cost was answered.', answered),
  'cost.moved': define('An approved cost was reopened and must be approved again.', record),
  'cost.imported': define('An approved cost of another account was imported, or paid there.', record),
  'cost.deleted': define('A cost was deleted.', record),

  'task.created': define('A task was created.', numbered),
  'task.updated': define('A task was changed.', numbered),
  'task.started': define('The timer of a task was started.', numbered),
  'task.stopped': define('The timer of a task was stopped.', numbered),
  'task.logged': define('Time was logged, or a log was changed or deleted.', log),
  'task.invoiced': define('The time of a task was invoiced.', invoiced),
  'task.closed': define('A task was closed.', numbered),

  'sale.created': define('A product sale and its page were created.', sellingPage),
  'sale.updated': define('A product sale was changed, opened or closed.', sellingPage),
  'sale.ordered': define('Somebody bought from a product sale.', order),
  'sale.paid': define('The invoice of an order of a product sale is paid.', order),
  'sale.lapsed': define('An unpaid order of a product sale was cancelled.', order),
  'sale.attended': define(
    'Guests of an event were marked as arrived or as not arrived.',
    order.extend({ attended: out.flag('Whether any of them have arrived', true) }),
  ),

  'vat.period_locked': define('A settlement period of VAT was locked.', vatPeriod),
  'vat.return_submitted': define(
    'The tax office has taken a VAT return; `guid` is the submission.',
    vatPeriod.extend({
      kind: out.code(['first', 'correction'], 'Whether it corrects an earlier return of the period'),
      to_pay: out.integer('The amount to pay, in whole krónur', 6600),
    }),
  ),
  'vat.kind_decided': define(
    'The reason why an issued document has no VAT was set; the document does not change, but the boxes of the VAT return do.',
    invoice.extend({ vat_kind: out.code(VAT_KINDS, 'What was decided') }),
  ),
  'vat.period_unlocked': define(
    'A settlement period of VAT was unlocked for corrections.',
    vatPeriod.extend({ reason: out.own('Why it was unlocked', 'A bill of the period came late') }),
  ),
  'question.asked': define('Somebody has asked about a document.', question),
  'question.answered': define('A question about a document was answered.', question),
  'question.closed': define('A question about a document was closed.', question),
  'company.updated': define(
    'The details, the plan, the settings, the logo or the mail texts of the company were changed.',
    record,
  ),

  'proposal.waiting': define('A proposal of a program waits for the approval of a person.', proposal),
  'proposal.approved': define('A person approved a proposal, and it was carried out.', proposal),
  'proposal.declined': define('A person declined a proposal, or disconnected the program.', proposal),
  'proposal.withdrawn': define('The program withdrew a proposal.', proposal),
  'proposal.expired': define('A proposal expired without a decision.', proposal),

  'agent.connected': define(
    'A program was granted access to the account, or its scopes were changed.',
    agent,
  ),
  'agent.limits_changed': define('The limits of a program were changed.', agent),
  'agent.frozen': define('A program was frozen.', agent),
  'agent.unfrozen': define('The freeze of a program was lifted.', agent),
  'agent.revoked': define('The grant of a program was revoked.', agent),
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof EVENTS;
export type EventData<T extends EventType> = z.infer<(typeof EVENTS)[T]['data']>;
export const EVENT_TYPES = keysOf(EVENTS);

export const EVENT_NOUNS = [
  ...['invoice', 'payment', 'bank', 'draft', 'quote', 'order', 'recurring', 'customer', 'note', 'contact'],
  ...['item', 'cost', 'task', 'sale', 'vat', 'question', 'company', 'proposal', 'agent'],
] as const;
type EventNoun = EventType extends `${infer Noun}.${string}` ? Noun : never;

const INVOICING: readonly Scope[] = ['nav', 'create_invoice'];

/**
 * Who besides the account sees the events of a noun: programs with one of these scopes, only the program that made it
 * (`own`), or nobody.
 */
const READERS: Record<EventNoun, readonly Scope[] | 'own' | 'nobody'> = {
  invoice: INVOICING,
  payment: ['payment', 'nav'],
  bank: ['payment'],
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
  vat: 'nobody',
  question: 'nobody',
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
