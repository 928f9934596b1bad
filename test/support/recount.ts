import { cents, fraction, multiply } from '../domain/fractions.ts';

type Row = Record<string, any>;

/**
 * A recount of the books from the documents that get-invoices lists, in whole cents. It shares no rule with the
 * product: neither the table of status cases nor the stored sum of credit notes.
 */
export class Recount {
  readonly documents: Row[];
  readonly today: string;

  constructor(documents: Row[], today: string) {
    this.documents = documents;
    this.today = today;
  }

  tab({ type, status, due_date }: Row): string {
    if (status === 'Draft') return 'draft';
    if (status === 'Cancelled') return 'cancelled';
    if (type === 'credit') return 'credit';
    if (status === 'Paid') return 'paid';
    if (status === 'Collection') return 'collection';
    return due_date < this.today ? 'overdue' : 'open';
  }

  isOwed({ type, status }: Row): boolean {
    return type === 'invoice' && (status === 'Sent' || status === 'Collection');
  }

  /** What remains to be paid after all credit notes that refer to this invoice; of a note what is to be paid back. */
  remaining(invoice: Row): number {
    if (this.#isToRefund(invoice)) return toCents(invoice.amount);
    if (!this.isOwed(invoice)) return 0;
    const notes = this.#notesOf(invoice);
    return notes.reduce((left, { amount }) => left - toCents(amount), toCents(invoice.amount));
  }

  /** What an invoice adds to the balance of its customer: what remains of it, as it is charged. */
  balance(invoice: Row): number {
    return printedCents({ ...invoice, amount: this.remaining(invoice) / 100 });
  }

  /** What is owed to the customer for this document: an open credit note on an invoice that was paid before. */
  refund(note: Row): number {
    return this.#isToRefund(note) ? printedCents(note) : 0;
  }

  #isToRefund(note: Row): boolean {
    const original = this.documents.find(({ guid }) => guid === note.refer_guid);
    return note.type === 'credit' && note.status === 'Sent' && original?.status === 'Paid';
  }

  /** The amount that a document adds to the sum of its tab. */
  tabAmount(document: Row): number {
    if (this.isOwed(document)) return this.balance(document);
    return document.type === 'credit' ? -printedCents(document) : printedCents(document);
  }

  #notesOf({ guid }: Row): Row[] {
    return this.documents.filter(({ refer_guid, status }) => refer_guid === guid && status !== 'Draft');
  }

  bucket(document: Row): string | null {
    const { type, status } = document;
    if (status === 'Draft' || status === 'Cancelled') return null;
    if (type === 'credit') return status === 'Paid' ? null : 'sent';
    const tab = this.tab(document);
    return tab === 'open' ? 'sent' : tab;
  }

  daysLate({ due_date }: Row): number {
    return Math.round((Date.parse(this.today) - Date.parse(due_date)) / 86_400_000);
  }

  band(document: Row): number {
    const days = this.daysLate(document);
    return days <= 0 ? 0 : days <= 30 ? 1 : days <= 60 ? 2 : days <= 90 ? 3 : 4;
  }
}

export function toCents(amount: number): number {
  return Math.round(amount * 100);
}

/** Krónur are printed whole. */
function printedCents({ amount, currency }: Row): number {
  return currency === 'ISK' ? Math.round(toCents(amount) / 100) * 100 : toCents(amount);
}

/** In ISK, rounded for each document, in whole cents. */
export function iskCents(amountCents: number, { exchange_rate }: Row): number {
  const exact = multiply(fraction(`${amountCents / 100}`), fraction(`${exchange_rate}`));
  return toCents(Number(cents(exact)));
}

export function total<T>(rows: readonly T[], figure: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + figure(row), 0) / 100;
}
