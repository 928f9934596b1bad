import { payableAmount } from '../invoices/payments.ts';
import { type Decimal, decimal, isZero, sum, ZERO } from '../values/money.ts';
import { refundsOfNotes } from './settlement.ts';

export const MOVEMENT_KINDS = [
  ...([
    'invoice',
    'credit',
    'payment',
    'refund',
    'credit_applied',
    'reversal',
    'write_off',
    'rounding',
  ] as const),
] as const;
type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Something that happened to the account of a customer, in the order in which it happened. Amounts are exact. */
export interface StatementFact {
  date: string;
  kind: Exclude<MovementKind, 'rounding'>;
  /** The document: an invoice, a credit note, or 0 where a payment is credit. */
  document: number;
  /** The invoice that the document is, or that it credits; 0 where a payment is credit. */
  invoice: number;
  number: string;
  guid: string;
  due_date: string | null;
  /** What the document is over, or what is settled of it; below zero where that is taken back. */
  amount: string;
  /** The change of the balance; null where it follows from the amount. */
  moves: string | null;
}

export interface Movement extends Pick<StatementFact, 'date' | 'number' | 'guid' | 'due_date'> {
  kind: MovementKind;
  /** Positive where the customer owes more. */
  amount: Decimal;
  /** The credit of the customer that settles an invoice by it, or no longer does, below zero. */
  applied: Decimal;
}

/** An invoice with its credit notes, as it stands at the end of a day. */
class Account {
  readonly #currency: string;
  #invoice: Decimal | null = null;
  #paid = ZERO;
  #lost = ZERO;
  /** In the order in which they were issued; a note that is paid back before its day has no amount yet. */
  readonly #notes = new Map<number, { amount: Decimal | null; used: Decimal }>();

  constructor(currency: string) {
    this.#currency = currency;
  }

  add({ kind, document, invoice, amount: text }: StatementFact): void {
    const amount = decimal(text);
    if (kind === 'invoice') this.#invoice = amount;
    else if (kind === 'write_off') this.#lost = amount;
    else if (kind === 'credit') this.#notes.set(document, { ...this.#note(document), amount });
    else if (document === invoice) this.#paid = this.#paid.plus(amount);
    else {
      const note = this.#note(document);
      this.#notes.set(document, { ...note, used: note.used.plus(amount) });
    }
  }

  #note(document: number) {
    return this.#notes.get(document) ?? { amount: null, used: ZERO };
  }

  /** What rounding adds to the documents and payments, each as it is printed, to make up what is owed as it is paid. */
  rounding(): Decimal {
    return this.#owed().minus(this.#printed());
  }

  #printed(): Decimal {
    const notes = [...this.#notes.values()];
    return sum([
      this.#payable(this.#invoice ?? ZERO)
        .minus(this.#paid)
        .minus(this.#payable(this.#lost)),
      ...notes.map(({ amount, used }) => used.minus(this.#payable(amount ?? ZERO))),
    ]);
  }

  /** What the customer owes of the invoice, less what of the notes is to be paid back. */
  #owed(): Decimal {
    const paid = this.#paid;
    const issued = [...this.#notes]
      .sort(([a], [b]) => a - b)
      .flatMap(([, note]) => (note.amount ? [note] : []));
    const unissued = [...this.#notes.values()].filter(({ amount }) => amount === null);
    const amount = this.#invoice ?? ZERO;
    const refunds = refundsOfNotes(
      { amount: amount.toFixed(), currency: this.#currency, paid_amount: paid.toFixed() },
      issued.map((note) => (note.amount ?? ZERO).toFixed()),
    );
    const reduced = sum(issued.map((note, at) => (note.amount ?? ZERO).minus(refunds[at] ?? ZERO)));
    const left = this.#invoice
      ? this.#remainder(amount.minus(reduced).minus(this.#lost).minus(paid))
      : ZERO.minus(paid);
    const owedBack = issued.map(({ used }, at) => this.#remainder((refunds[at] ?? ZERO).minus(used)));
    return sum([left, ...unissued.map(({ used }) => used)]).minus(sum(owedBack));
  }

  #payable(amount: Decimal): Decimal {
    return payableAmount(amount, this.#currency);
  }

  /** Half a króna is rounded up below zero too: what is paid in whole krónur may be that much more than what was left. */
  #remainder(amount: Decimal): Decimal {
    return payableAmount(amount.plus('0.001'), this.#currency);
  }
}

/**
 * The movements of a customer's account. Documents are rounded as they are printed, and what is left of an invoice is rounded
 * too, as it is paid; where the two differ, a rounding makes up for it on the day on which they begin to: after the documents
 * of the day, and after what settles them. So the balance after the movements of a day is what was owed at its end.
 */
export function statementMovements(facts: readonly StatementFact[], currency: string): Movement[] {
  const accounts = new Map<number, { account: Account; rounded: Decimal }>();
  const isDocument = ({ kind }: StatementFact) => kind === 'invoice' || kind === 'credit';
  const steps = Map.groupBy(facts, (fact) => `${fact.date} ${isDocument(fact)}`);
  return [...steps.values()].flatMap((ofDay) => {
    const touched = new Map<number, StatementFact>();
    for (const fact of ofDay.filter(({ invoice }) => invoice !== 0)) {
      const { invoice } = fact;
      const known = accounts.get(invoice) ?? { account: new Account(currency), rounded: ZERO };
      accounts.set(invoice, known);
      known.account.add(fact);
      touched.set(invoice, fact);
    }
    const roundings = [...touched].flatMap(([invoice, { date, number, guid }]): Movement[] => {
      const known = accounts.get(invoice);
      if (!known) return [];
      const rounding = known.account.rounding();
      const change = rounding.minus(known.rounded);
      known.rounded = rounding;
      return isZero(change)
        ? []
        : [{ date, kind: 'rounding', number, guid, due_date: null, amount: change, applied: ZERO }];
    });
    return [...ofDay.flatMap((fact) => toMovement(fact, currency) ?? []), ...roundings];
  });
}

function toMovement(fact: StatementFact, currency: string): Movement | null {
  const { date, kind, number, guid, due_date, amount: text, moves } = fact;
  const amount = decimal(text);
  const base = { date, kind, number, guid, due_date, applied: ZERO };
  if (moves !== null) {
    const change = decimal(moves);
    const isApplied = kind === 'credit_applied' || (kind === 'reversal' && isZero(change));
    if (isApplied) return { ...base, amount: change, applied: amount };
    return isZero(change) ? null : { ...base, amount: change };
  }
  const printed = payableAmount(amount, currency);
  return isZero(printed) ? null : { ...base, amount: kind === 'invoice' ? printed : ZERO.minus(printed) };
}
