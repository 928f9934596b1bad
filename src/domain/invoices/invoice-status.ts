import { type Case, firstCase } from '../values/cases.ts';
import type { PlainDate } from '../values/dates.ts';
import { type Decimal, decimal, isNegative, ZERO } from '../values/money.ts';
import { INVOICE_STATUSES, type InvoiceStatus, transition } from './invoice-states.ts';

/** The tabs of the invoice list; every invoice and credit note is under exactly one of them. */
export const STATUS_TABS = [
  ...(['draft', 'open', 'overdue', 'collection', 'paid', 'credit', 'cancelled', 'written_off'] as const),
] as const;
export type StatusTab = (typeof STATUS_TABS)[number];

/** The groups of invoice-summaries, by the names they have on the wire. */
export const BUCKETS = ['paid', 'sent', 'overdue', 'collection'] as const;
export type Bucket = (typeof BUCKETS)[number];

export type InvoiceKind = 'invoice' | 'credit';

export interface CaseFacts {
  status: InvoiceStatus;
  kind: InvoiceKind;
  isWrittenOff: boolean;
  isPastDue: boolean;
}

export interface StatusCase extends Case<CaseFacts> {
  tab: StatusTab;
  /** Null: the document is in no summary. */
  bucket: Bucket | null;
  /** Whether the customer owes what credit notes and payments have left of the amount. */
  isOwed: boolean;
  /** Whether reminders are mailed. The bank reminds of what is in collection. */
  isReminded: boolean;
}

const SETTLED = { isOwed: false, isReminded: false };

/**
 * Where an invoice or credit note stands; `kernel/database/invoice-status-sql.ts` has the same as SQL.
 *
 * A credit note is never owed. While its invoice is unpaid, it is already taken off what that invoice leaves to pay.
 */
export const STATUS_CASES: readonly StatusCase[] = [
  { when: { status: 'Draft' }, tab: 'draft', bucket: null, ...SETTLED },
  { when: { status: 'Cancelled' }, tab: 'cancelled', bucket: null, ...SETTLED },
  { when: { kind: 'credit', status: 'Paid' }, tab: 'credit', bucket: null, ...SETTLED },
  { when: { kind: 'credit' }, tab: 'credit', bucket: 'sent', ...SETTLED },
  { when: { status: 'Paid' }, tab: 'paid', bucket: 'paid', ...SETTLED },
  { when: { isWrittenOff: true }, tab: 'written_off', bucket: null, ...SETTLED },
  {
    when: { status: 'Collection' },
    tab: 'collection',
    bucket: 'collection',
    isOwed: true,
    isReminded: false,
  },
  { when: { isPastDue: true }, tab: 'overdue', bucket: 'overdue', isOwed: true, isReminded: true },
  { when: {}, tab: 'open', bucket: 'sent', isOwed: true, isReminded: true },
];

/** Columns of an invoice that the table of cases depends on. */
export interface StatusFacts {
  status: InvoiceStatus;
  kind: InvoiceKind;
  due_date: PlainDate;
  /** Null: it was not written off. */
  written_off_on: PlainDate | null;
}

export function statusCase(
  { status, kind, due_date, written_off_on }: StatusFacts,
  today: PlainDate,
): StatusCase {
  const isWrittenOff = written_off_on !== null;
  return firstCase(STATUS_CASES, { status, kind, isWrittenOff, isPastDue: due_date < today });
}

export function statusTab(facts: StatusFacts, today: PlainDate): StatusTab {
  return statusCase(facts, today).tab;
}

/** The statuses in which an invoice is owed. Being past due changes the tab, not whether it is owed. */
export const OWED_STATUSES: readonly InvoiceStatus[] = INVOICE_STATUSES.filter(
  (status) => statusCase({ status, kind: 'invoice', due_date: '', written_off_on: null }, '').isOwed,
);

/** The statuses in which nothing is owed, whatever day it is. A draft may still become anything. */
export const SETTLED_STATUSES: readonly InvoiceStatus[] = INVOICE_STATUSES.filter(
  (status) => status !== 'Draft' && !OWED_STATUSES.includes(status),
);

/** The tabs of what is owed: together they are all unpaid invoices. */
export const OWED_TABS: readonly StatusTab[] = tabsWhere(({ isOwed }) => isOwed);

/** What is owed and past its due date, in collection or not. */
export const PAST_DUE_TABS: readonly StatusTab[] = OWED_TABS.filter((tab) => tab !== 'open');

export const REMINDED_TABS: readonly StatusTab[] = tabsWhere(({ isReminded }) => isReminded);

function tabsWhere(condition: (one: StatusCase) => boolean): StatusTab[] {
  return STATUS_TABS.filter((tab) => STATUS_CASES.some((one) => one.tab === tab && condition(one)));
}

/** What was credited and paid of an invoice. */
export interface SettledAmounts {
  amount: string;
  credited_amount: string;
  paid_amount: string;
}

/** What credit notes and payments have left of an amount, whether it is still owed or not. */
export function unsettledAmount({ amount, credited_amount, paid_amount }: SettledAmounts): Decimal {
  return notBelowZero(decimal(amount).minus(credited_amount).minus(paid_amount));
}

/** What is paid in whole krónur may be up to half a króna more than what was left. */
function notBelowZero(amount: Decimal): Decimal {
  return isNegative(amount) ? ZERO : amount;
}

interface RemainingFacts extends Omit<StatusFacts, 'due_date'>, SettledAmounts {
  /** How much of a credit note is owed to the customer. */
  refund_amount: string;
}

/**
 * What is still to be paid, in the currency of the document: of an invoice by the customer, of a credit note to the
 * customer. Fees come on top of it when somebody pays.
 */
export function remaining(invoice: RemainingFacts): Decimal {
  if (invoice.kind === 'credit') {
    const left = notBelowZero(decimal(invoice.refund_amount).minus(invoice.paid_amount));
    return invoice.status === 'Paid' ? ZERO : left;
  }
  const { isOwed } = statusCase({ ...invoice, due_date: '' }, '');
  return isOwed ? unsettledAmount(invoice) : ZERO;
}

interface ActionFacts {
  status: InvoiceStatus;
  kind: InvoiceKind;
  /** Nothing of it is left to credit. */
  credited: boolean;
  claim_status: string;
  written_off_on: PlainDate | null;
}

/** The operations that would be accepted for an invoice, by the rules that those operations check. */
export function allowedActions({ status, kind, credited, claim_status, written_off_on }: ActionFacts) {
  const isInvoice = kind === 'invoice';
  const isWrittenOff = written_off_on !== null;
  const pay = transition(status, 'pay') !== null && !isWrittenOff;
  return {
    issue: transition(status, 'issue') !== null,
    pay,
    /** Marking it paid also cancels its claim at the bank. */
    cancels_claim: pay && claim_status === 'sent',
    credit: isInvoice && status !== 'Draft' && !credited && !isWrittenOff,
    write_off: isInvoice && pay,
    undo_write_off: isWrittenOff,
    resend: status !== 'Draft',
    copy: isInvoice,
  };
}
