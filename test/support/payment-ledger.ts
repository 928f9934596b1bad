/**
 * A ledger of payments that shares no rule and no figure with the product. Amounts are whole aurar. It keeps documents and
 * payments, and derives every figure from them anew, now or at the end of an earlier day.
 */

export interface Document {
  guid: string;
  kind: 'invoice' | 'credit';
  customer: string;
  amount: number;
  issued: string;
  due: string;
  /** The invoice that a credit note credits. */
  refer: string | null;
  lost: { on: string; amount: number } | null;
}

/** What a payment does with a document, or takes of the surplus of another payment. */
export interface Share {
  document?: string;
  payment?: string;
  amount: number;
}

export interface Payment {
  guid: string;
  direction: 'in' | 'out';
  source: 'manual' | 'credit';
  amount: number;
  /** Interest, charge and fee. */
  parts: number;
  paidOn: string;
  customer: string | null;
  shares: Share[];
  reversedOn: string | null;
}

/** A credit of a customer: the surplus of a payment, or a credit note on what was paid. */
interface Credit extends Share {
  since: string;
}

type Refusal = string;

const FOREVER = '9999-12-31';

/** Krónur are paid whole. */
export function payable(aurar: number): number {
  return Math.sign(aurar) * Math.round(Math.abs(aurar) / 100) * 100;
}

/** Less than half a króna is nothing. */
function unlessDust(aurar: number): number {
  return payable(aurar) > 0 ? aurar : 0;
}

/** What is left of an amount as it is paid, below zero where more was settled. Half a króna too much is nothing. */
function payableRest(amount: number, settled: number): number {
  return Math.round((amount - settled) / 100) * 100;
}

function sum<T>(list: readonly T[], figure: (one: T) => number): number {
  return list.reduce((total, one) => total + figure(one), 0);
}

export class PaymentLedger {
  readonly documents: Document[] = [];
  readonly payments: Payment[] = [];

  document(guid: string): Document {
    const found = this.documents.find((one) => one.guid === guid);
    if (!found) throw new Error(`There is no document ${guid}`);
    return found;
  }

  invoices(): Document[] {
    return this.documents.filter(({ kind }) => kind === 'invoice');
  }

  notes(invoice?: Document, day = FOREVER): Document[] {
    return this.documents.filter(
      ({ kind, refer, issued }) => kind === 'credit' && issued <= day && (!invoice || refer === invoice.guid),
    );
  }

  /** Those that count at the end of a day: now, when no day is named. */
  counting(day = FOREVER): Payment[] {
    return this.payments.filter(
      ({ paidOn, reversedOn }) => paidOn <= day && (reversedOn === null || reversedOn > day),
    );
  }

  paid({ guid }: Document, day?: string): number {
    const shares = this.counting(day).flatMap((one) => one.shares);
    return sum(
      shares.filter(({ document }) => document === guid),
      ({ amount }) => amount,
    );
  }

  credited(invoice: Document, day?: string): number {
    return sum(this.notes(invoice, day), ({ amount }) => amount);
  }

  /** What notes and payments leave of an invoice, below zero where they are more than it. */
  left(invoice: Document): number {
    return invoice.amount - this.credited(invoice) - this.paid(invoice);
  }

  status(document: Document): string {
    if (document.kind === 'credit') {
      const isSettled = this.status(this.document(document.refer ?? '')) !== 'Sent';
      return isSettled && this.remaining(document) === 0 ? 'Paid' : 'Sent';
    }
    const isOver = payable(this.left(document)) <= 0;
    if (!isOver) return 'Sent';
    return this.paid(document) > 0 || payable(document.amount) === 0 ? 'Paid' : 'Cancelled';
  }

  remaining(document: Document): number {
    if (document.kind === 'credit') return unlessDust(this.owedBack(document));
    return document.lost ? 0 : unlessDust(this.left(document));
  }

  /** The most that a payment may settle: what is left, or what is paid of it. Nothing of what is settled. */
  #fits(document: Document): number {
    const left = this.remaining(document);
    return Math.max(left, payable(left));
  }

  paidOn({ guid }: Document): string | null {
    const days = this.counting().filter(({ shares }) => shares.some(({ document }) => document === guid));
    return (
      days
        .map(({ paidOn }) => paidOn)
        .sort()
        .at(-1) ?? null
    );
  }

  /** What each note credits beyond the unpaid part of its invoice, in the order in which they were issued. */
  #refunds(invoice: Document, day?: string): { note: Document; refund: number }[] {
    const paid = this.paid(invoice, day);
    let owed = unlessDust(invoice.amount - paid);
    return this.notes(invoice, day).map((note) => {
      const refund = paid > 0 ? unlessDust(note.amount - owed) : 0;
      owed = unlessDust(owed - note.amount);
      return { note, refund };
    });
  }

  /** What is still to be paid back of a note; below zero where more was paid back than is owed. */
  owedBack(note: Document, day?: string): number {
    const all = this.#refunds(this.document(note.refer ?? ''), day);
    const refund = all.find((one) => one.note === note)?.refund ?? 0;
    return refund - this.paid(note, day);
  }

  /** What is left of a payment as credit. */
  unallocated(payment: Payment): number {
    const { direction, source, reversedOn, amount, parts, shares, guid } = payment;
    if (direction === 'out' || source === 'credit' || reversedOn !== null) return 0;
    return amount - parts - sum(shares, (share) => share.amount) - this.taken(guid);
  }

  /** What other payments have taken of the surplus of one. */
  taken(guid: string): number {
    const shares = this.counting().flatMap((one) => one.shares);
    return sum(
      shares.filter(({ payment }) => payment === guid),
      ({ amount }) => amount,
    );
  }

  credit(customer: string): number {
    return sum(this.credits(customer), ({ amount }) => amount);
  }

  /** The credits of a customer, oldest first; of one day notes before payments. */
  credits(customer: string | null): Credit[] {
    const notes = this.notes().map((one) => ({ ...one, credit: this.creditOf(one.guid) }));
    const ofNotes = notes.filter((one) => one.customer === customer);
    const ofPayments = this.counting().filter((one) => one.customer === customer);
    return [
      ...ofNotes.map(({ guid, issued, credit }) => ({ document: guid, since: issued, amount: credit })),
      ...ofPayments.map((one) => ({ payment: one.guid, since: one.paidOn, amount: this.unallocated(one) })),
    ]
      .filter(({ amount }) => amount > 0)
      .sort((a, b) => a.since.localeCompare(b.since));
  }

  /** As it can be paid back or applied. */
  creditOf(guid: string): number {
    const payment = this.payments.find((one) => one.guid === guid);
    return payment ? this.unallocated(payment) : payable(this.remaining(this.document(guid)));
  }

  /** Spreads money over invoices in their order. A share without an amount is as much as fits. */
  spread(
    free: number,
    wanted: readonly { document: string; amount?: number | undefined }[],
  ): Share[] | Refusal {
    const documents = wanted.map((one) => ({ ...one, of: this.document(one.document) }));
    for (const { of } of documents)
      if (of.kind === 'credit' || this.status(of) === 'Cancelled') return 'invoice_not_payable';
    let rest = free - sum(documents, ({ amount }) => amount ?? 0);
    if (rest < 0) return 'allocations_exceed_payment';
    const shares: Share[] = [];
    for (const { document, amount, of } of documents) {
      const fits = this.#fits(of);
      if (amount !== undefined ? amount > fits : payable(fits) === 0) return 'allocation_exceeds_remaining';
      const share = amount ?? Math.min(payable(fits), rest);
      if (amount === undefined) rest -= share;
      if (share > 0) shares.push({ document, amount: share });
    }
    return shares;
  }

  /** What a customer owes, oldest due date first. */
  open(customer: string): Document[] {
    const owed = this.invoices().filter((one) => one.customer === customer && this.remaining(one) > 0);
    return owed
      .filter((one) => this.status(one) === 'Sent')
      .sort((a, b) => a.due.localeCompare(b.due) || this.documents.indexOf(a) - this.documents.indexOf(b));
  }

  /** Takes an amount of credits in their order. */
  take(credits: readonly Credit[], amount: number): Share[] | Refusal {
    if (amount > sum(credits, (one) => one.amount)) return 'amount_exceeds_credit';
    let wanted = amount;
    const shares = credits.map(({ since: _, ...credit }) => {
      const share = Math.min(credit.amount, wanted);
      wanted -= share;
      return { ...credit, amount: share };
    });
    return shares.filter((one) => one.amount > 0);
  }

  /** Puts shares in the place of those of a payment, or reverses it; answers why not, and changes nothing then. */
  change(payment: Payment, after: Partial<Payment>): Refusal | null {
    const before = { ...payment };
    const touched = [...payment.shares, ...(after.shares ?? [])].flatMap(({ document }) => document ?? []);
    if (touched.some((guid) => this.document(guid).lost)) return 'invoice_not_payable';
    const owedBack = new Map(this.notes().map((note) => [note, this.owedBack(note)]));
    Object.assign(payment, after);
    const isOverused = this.notes().some((note) => {
      const left = this.owedBack(note);
      return left < (owedBack.get(note) ?? 0) && payable(-left) > 0;
    });
    if (!isOverused) return null;
    Object.assign(payment, before);
    return 'credit_already_used';
  }

  /** What a customer owes at the end of a day, and what of it is credit, below zero. */
  balance(customer: string, day: string): { owed: number; credit: number } {
    let [owed, credit] = [0, 0];
    for (const invoice of this.invoices().filter((one) => one.customer === customer)) {
      const paid = this.paid(invoice, day);
      if (invoice.issued > day) {
        credit -= paid;
        continue;
      }
      const refunds = this.#refunds(invoice, day);
      const reduced = sum(refunds, ({ note, refund }) => note.amount - refund);
      const lost = invoice.lost && invoice.lost.on <= day ? invoice.lost.amount : 0;
      const left = payableRest(invoice.amount - reduced - lost, paid);
      if (left > 0) owed += left;
      else credit += left;
    }
    for (const note of this.notes().filter((one) => one.customer === customer)) {
      const used = this.paid(note, day);
      credit -= note.issued <= day ? payableRest(this.owedBack(note, day) + used, used) : -used;
    }
    for (const { direction, source, amount, parts, shares, ...one } of this.counting(day)) {
      if (direction === 'in' && source !== 'credit' && one.customer === customer)
        credit -= amount - parts - sum(shares, (share) => share.amount);
      const taken = shares.filter((share) => share.payment && this.#owner(share.payment) === customer);
      credit += sum(taken, (share) => share.amount);
    }
    return { owed, credit };
  }

  #owner(guid: string): string | null {
    return this.payments.find((one) => one.guid === guid)?.customer ?? null;
  }
}
