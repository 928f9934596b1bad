/**
 * A ledger of payments that shares no rule and no figure with the product. Amounts are whole aurar or cents. It keeps documents and
 * payments, and derives every figure from them anew, now or at the end of an earlier day.
 */

export interface Document {
  guid: string;
  kind: 'invoice' | 'credit';
  customer: string;
  currency: string;
  /** Aurar for one unit of the currency. */
  rate: number;
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
  /** In the currency of the payment, where that is another one than that of the document. */
  paid?: number;
}

export interface Payment {
  guid: string;
  direction: 'in' | 'out';
  source: 'manual' | 'credit';
  currency: string;
  /** Aurar for one unit of the currency on the day of value. */
  rate: number;
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

/** Krónur are paid whole, euros to the cent. */
export function payable(amount: number, currency: string): number {
  return currency === 'ISK' ? Math.sign(amount) * Math.round(Math.abs(amount) / 100) * 100 : amount;
}

/** Less than half a króna is nothing. */
function unlessDust(amount: number, currency: string): number {
  return payable(amount, currency) > 0 ? amount : 0;
}

/** What is left of an amount as it is paid, below zero where more was settled. Half a króna too much is nothing. */
function payableRemainder(left: number, currency: string): number {
  return currency === 'ISK' ? Math.round(left / 100) * 100 : left;
}

/** Aurar for an amount at a rate; half of one is rounded away from zero. */
function inAurar(amount: number, rate: number): number {
  return Math.sign(amount) * Math.floor((2 * Math.abs(amount) * rate + 100) / 200) || 0;
}

/** What a share takes of its payment. */
function paidOf({ amount, paid }: Share): number {
  return paid ?? amount;
}

/** What a customer owes on a day of one document, or is owed, below zero. */
interface OpenItem {
  isOwed: boolean;
  currency: string;
  rate: number;
  amount: number;
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
    const isOver = payable(this.left(document), document.currency) <= 0;
    if (!isOver) return 'Sent';
    return this.paid(document) > 0 || payable(document.amount, document.currency) === 0
      ? 'Paid'
      : 'Cancelled';
  }

  remaining(document: Document): number {
    const { currency } = document;
    if (document.kind === 'credit') return unlessDust(this.owedBack(document), currency);
    return document.lost ? 0 : unlessDust(this.left(document), currency);
  }

  /** The most that a payment may settle: what is left, or what is paid of it. Nothing of what is settled. */
  #fits(document: Document, own = 0): number {
    const left = document.lost ? 0 : Math.max(this.remaining(document), own);
    return Math.max(left, payable(left, document.currency));
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
    const { currency } = invoice;
    const paid = this.paid(invoice, day);
    let owed = unlessDust(invoice.amount - paid, currency);
    return this.notes(invoice, day).map((note) => {
      const refund = paid > 0 ? unlessDust(note.amount - owed, currency) : 0;
      owed = unlessDust(owed - note.amount, currency);
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
    return amount - parts - sum(shares, paidOf) - this.taken(guid);
  }

  /** What other payments have taken of the surplus of one. */
  taken(guid: string): number {
    const shares = this.counting().flatMap((one) => one.shares);
    return sum(
      shares.filter(({ payment }) => payment === guid),
      ({ amount }) => amount,
    );
  }

  credit(customer: string, currency: string): number {
    return sum(this.credits(customer, currency), ({ amount }) => amount);
  }

  /** The credits of a customer in one currency, oldest first; of one day notes before payments. */
  credits(customer: string | null, currency: string): Credit[] {
    const notes = this.notes().map((one) => ({ ...one, credit: this.creditOf(one.guid) }));
    const isTheirs = (one: { customer: string | null; currency: string }) =>
      one.customer === customer && one.currency === currency;
    const ofNotes = notes.filter(isTheirs);
    const ofPayments = this.counting().filter(isTheirs);
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
    if (payment) return this.unallocated(payment);
    const note = this.document(guid);
    return payable(this.remaining(note), note.currency);
  }

  /**
   * Spreads money over invoices in their order. A share without an amount is as much as fits. `own` is what a payment that is
   * moved has settled of each: that much fits, whatever was credited since.
   */
  spread(
    free: number,
    currency: string,
    wanted: readonly Wanted[],
    own: ReadonlyMap<string, number> = new Map(),
  ): Share[] | Refusal {
    const refused = this.refusalOf(
      currency,
      wanted.filter(({ document }) => !own.has(document)),
    );
    if (refused) return refused;
    const documents = wanted.map((one) => ({ ...one, of: this.document(one.document) }));
    let rest = free - sum(documents, ({ amount, paid }) => paid ?? amount ?? 0);
    if (rest < 0) return 'allocations_exceed_payment';
    const shares: Share[] = [];
    for (const { document, amount, paid, of } of documents) {
      const fits = this.#fits(of, own.get(document));
      const most = payable(fits, currency);
      if (amount !== undefined ? amount > fits : most === 0) return 'allocation_exceeds_remaining';
      const share = amount ?? Math.min(most, rest);
      if (amount === undefined) rest -= share;
      if (share > 0) shares.push({ document, amount: share, ...(paid !== undefined && { paid }) });
    }
    return shares;
  }

  /** Why money in a currency cannot be for these documents at all. */
  refusalOf(currency: string, wanted: readonly Wanted[]): Refusal | null {
    for (const { document, amount, paid } of wanted) {
      const of = this.document(document);
      if (of.kind === 'credit' || this.status(of) === 'Cancelled') return 'invoice_not_payable';
      if (of.currency !== currency && (amount === undefined || paid === undefined))
        return 'currency_mismatch';
    }
    return null;
  }

  /** What a customer owes in one currency, oldest due date first. */
  open(customer: string, currency: string): Document[] {
    const owed = this.invoices().filter(
      (one) => one.customer === customer && one.currency === currency && this.remaining(one) > 0,
    );
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
      return left < (owedBack.get(note) ?? 0) && payable(-left, note.currency) > 0;
    });
    if (!isOverused) return null;
    Object.assign(payment, before);
    return 'credit_already_used';
  }

  /** What a payment brought in aurar beyond what its invoices were booked at, or costs less than the credits it takes. */
  exchangeDifference({ rate, shares, source }: Payment): number {
    if (source === 'credit') return 0;
    return sum(shares, (share) => {
      const document = share.document ? this.document(share.document) : null;
      if (document?.kind === 'invoice')
        return inAurar(paidOf(share) * rate - share.amount * document.rate, 1);
      const origin = document ?? this.payments.find(({ guid }) => guid === share.payment);
      return inAurar(share.amount * ((origin?.rate ?? rate) - rate), 1);
    });
  }

  /** What a customer owes at the end of a day in one currency, and what of it is credit, below zero. */
  balance(customer: string, day: string, currency: string): { owed: number; credit: number } {
    return sumItems(
      this.#items(customer, day).filter((one) => one.currency === currency),
      ({ amount }) => amount,
    );
  }

  /** The same in aurar over all currencies, each item at its own rate. */
  receivables(customer: string, day: string): { owed: number; credit: number } {
    return sumItems(this.#items(customer, day), ({ amount, rate }) => inAurar(amount, rate));
  }

  #items(customer: string, day: string): OpenItem[] {
    const theirs = this.documents.filter((one) => one.customer === customer);
    const documents = theirs.map(({ currency, rate, ...one }) => ({
      currency,
      rate,
      ...this.#open(one.guid, day),
    }));
    const payments = this.payments.filter(
      (one) => one.customer === customer && one.direction === 'in' && one.source !== 'credit',
    );
    const counting = this.counting(day);
    const shares = counting.flatMap((one) => one.shares);
    const credits = payments.map((one) => {
      const surplus = counting.includes(one) ? one.amount - one.parts - sum(one.shares, paidOf) : 0;
      const taken = sum(
        shares.filter(({ payment }) => payment === one.guid),
        ({ amount }) => amount,
      );
      return { isOwed: false, currency: one.currency, rate: one.rate, amount: taken - surplus };
    });
    return [...documents, ...credits];
  }

  /** What of a document is owed, or to be paid back, below zero. */
  #open(guid: string, day: string): Pick<OpenItem, 'isOwed' | 'amount'> {
    const document = this.document(guid);
    const { kind, currency, issued, lost } = document;
    const paid = this.paid(document, day);
    if (issued > day) return { isOwed: false, amount: kind === 'credit' ? paid : -paid };
    if (kind === 'credit')
      return { isOwed: false, amount: -payableRemainder(this.owedBack(document, day), currency) };
    const refunds = this.#refunds(document, day);
    const reduced = sum(refunds, ({ note, refund }) => note.amount - refund);
    const given = lost && lost.on <= day ? lost.amount : 0;
    const amount = payableRemainder(document.amount - reduced - given - paid, currency);
    return { isOwed: amount > 0, amount };
  }
}

/** What a payment is asked to settle. */
export interface Wanted {
  document: string;
  amount?: number | undefined;
  paid?: number | undefined;
}

function sumItems(items: readonly OpenItem[], figure: (item: OpenItem) => number) {
  return {
    owed: sum(
      items.filter(({ isOwed }) => isOwed),
      figure,
    ),
    credit:
      sum(
        items.filter(({ isOwed }) => !isOwed),
        figure,
      ) || 0,
  };
}
