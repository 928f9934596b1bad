import { type Decimal, decimal, fixed2, sum } from '../../values/money.ts';
import type { BankAction } from '../actions.ts';
import { kennitalasIn, type NamedNumbers, nameLikeness, numbersIn, subsetsOf } from './evidence.ts';
import type { Candidate, Facts, MatchedCustomer, MatchedLine, OpenDocument } from './facts.ts';
import { type Clause, clause } from './reasons.ts';

const SURE_NAME = 0.9;
/** What banks abroad and card acquirers keep at most: a share, or a fixed fee in krónur. */
const MAX_FEE_SHARE = 0.05;
const MAX_FEE_ISK = 3000;

/** What money that came in may be for invoices. */
export function proposeReceipts(line: MatchedLine, facts: Facts): Candidate[] {
  const search = new ReceiptSearch(line, facts);
  return [
    ...search.byNumbers(),
    ...search.byPayer(),
    ...search.byName(),
    ...search.bySum(),
    ...search.ofKnownPayer(),
  ];
}

class ReceiptSearch {
  readonly #line: MatchedLine;
  readonly #numbers: NamedNumbers;
  readonly #invoices: readonly OpenDocument[];
  readonly #foreign: readonly OpenDocument[];
  readonly #payers: readonly MatchedCustomer[];
  readonly #remembered: readonly MatchedCustomer[];
  readonly #kennitalas: readonly string[];
  /** Invoices of whoever the kennitala belongs to, whatever profile they are on. */
  readonly #ofPayer: readonly OpenDocument[];

  constructor(line: MatchedLine, { documents, customers, memories }: Facts) {
    this.#line = line;
    this.#numbers = numbersIn(line);
    const invoices = documents.filter(({ kind }) => kind === 'invoice').sort(byDueDate);
    this.#invoices = invoices.filter(({ currency }) => currency === line.currency);
    this.#foreign = invoices.filter(({ currency }) => currency !== line.currency);
    this.#kennitalas = kennitalasIn(line);
    this.#payers = customers.filter(({ kennitala }) => this.#kennitalas.includes(kennitala));
    this.#ofPayer = this.#invoices.filter(({ kennitala }) => this.#kennitalas.includes(kennitala));
    const known = memories.map(({ customerGuid }) => customerGuid);
    this.#remembered = customers.filter(({ guid }) => known.includes(guid));
  }

  byNumbers(): Candidate[] {
    const sure = this.#invoices.filter(({ number }) => this.#numbers.sure.has(number));
    const named =
      sure.length > 0 ? sure : this.#invoices.filter(({ number }) => this.#numbers.all.has(number));
    const isSure = sure.length > 0;
    const total = sum(named.map(({ remaining }) => remaining));
    const found: Candidate[] = [];
    if (named.length > 0 && total.eq(this.#line.amount)) {
      const isContested = !this.#isOfPayer(named);
      found.push({
        ...this.#settles(named, isSure && !isContested ? 0.99 : 0.9),
        why: namedWithSum(named),
        isExact: isSure,
        mayBeCertain: isSure && !isContested && named.every(({ hasClaim }) => !hasClaim),
      });
    } else found.push(...named.flatMap((one) => this.#namedInPart(one, isSure)));
    return [...found, ...this.#byForeignNumbers()];
  }

  /** Whether whoever the kennitala or the name belongs to owes nothing else, or is the customer of these. */
  #isOfPayer(named: readonly OpenDocument[]): boolean {
    const { name } = this.#line;
    const ofName = this.#invoices.filter(({ customerName }) => nameLikeness(customerName, name) >= SURE_NAME);
    const owed = [...this.#ofPayer, ...ofName];
    return owed.length === 0 || named.every((one) => owed.includes(one));
  }

  #namedInPart(invoice: OpenDocument, isSure: boolean): Candidate[] {
    const { amount, currency } = this.#line;
    const { remaining } = invoice;
    const name = namedIn([invoice]);
    if (remaining.eq(amount))
      return [
        {
          ...this.#settles([invoice], 0.88),
          why: namedWithSum([invoice]),
          isExact: isSure,
        },
      ];
    const score = isSure ? 0.75 : 0.5;
    if (remaining.lt(amount)) {
      const more = clause('sum_more', { amount: amount.minus(remaining), currency });
      return [{ ...this.#settles([invoice], score), why: [name, more] }];
    }
    return this.#partOrFee(invoice, score, name);
  }

  /** Less than is owed: a part, or all of it without what a bank or acquirer kept. */
  #partOrFee(invoice: OpenDocument, score: number, who: Clause): Candidate[] {
    const { amount, currency } = this.#line;
    const { number, remaining } = invoice;
    const short = remaining.minus(amount);
    const part = {
      ...this.#settles([invoice], score),
      why: [who, clause('sum_part', { number, amount: remaining, currency })],
    };
    if (!this.#mayBeFee(short, invoice.remaining)) return [part];
    const isFromAbroad = this.#kennitalas.length === 0;
    const actions: BankAction[] = [
      { type: 'payment', allocations: [{ invoice_guid: invoice.guid }], amount: fixed2(invoice.remaining) },
      { type: 'fee', amount: fixed2(short) },
    ];
    const why = [who, clause('sum_less_fee', { number, amount: short, currency })];
    const withFee = { score: isFromAbroad ? score + 0.05 : score - 0.05, why, actions };
    return [part, withFee];
  }

  #mayBeFee(short: Decimal, owed: Decimal): boolean {
    const inKronur = this.#line.currency === 'ISK';
    return (
      short.lte(owed.times(MAX_FEE_SHARE)) ||
      (inKronur && short.lte(MAX_FEE_ISK) && short.lte(owed.times(0.2)))
    );
  }

  /** An invoice in another currency that the text names, at about the rate of the invoice. */
  #byForeignNumbers(): Candidate[] {
    const { amount, currency } = this.#line;
    if (currency !== 'ISK') return [];
    return this.#foreign
      .filter(({ number, remaining, rate }) => {
        const expected = remaining.times(rate);
        return this.#numbers.sure.has(number) && amount.minus(expected).abs().lte(expected.times(0.1));
      })
      .map((invoice) => ({
        score: 0.8,
        why: [
          namedIn([invoice]),
          clause('sum_foreign', { amount: invoice.remaining, currency: invoice.currency }),
        ],
        actions: [
          {
            type: 'payment' as const,
            allocations: [
              { invoice_guid: invoice.guid, amount: fixed2(invoice.remaining), paid: fixed2(amount) },
            ],
            amount: fixed2(amount),
          },
        ],
      }));
  }

  byPayer(): Candidate[] {
    const names = [...new Set(this.#ofPayer.map(({ customerName }) => customerName))].join(', ');
    // A number that the text names and that has another sum speaks against what only the sum says.
    const isContradicted = this.#invoices.some(
      (one) => this.#numbers.sure.has(one.number) && !one.remaining.eq(this.#line.amount),
    );
    return this.#ofOwner(this.#ofPayer, {
      who: clause('payer_kennitala', { name: names }),
      top: isContradicted ? 0.85 : 0.95,
      isCertain: !isContradicted,
    });
  }

  /** Of one payer: a single invoice, all of them, some of them, or a part. */
  #ofOwner(
    owned: readonly OpenDocument[],
    { who, top, isCertain }: { who: Clause; top: number; isCertain: boolean },
  ): Candidate[] {
    const { amount, currency } = this.#line;
    const singles = owned.filter(({ remaining }) => remaining.eq(amount));
    const found: Candidate[] = singles.map((one, at) => ({
      ...this.#settles([one], top - at * 0.02),
      why: [who, settledBy([one])],
      isExact: isCertain,
      mayBeCertain: isCertain && !one.hasClaim,
    }));
    const total = sum(owned.map(({ remaining }) => remaining));
    const isAll = owned.length > 1 && total.eq(amount);
    const sets = subsetsOf(owned, amount);
    for (const [at, set] of sets.entries()) {
      const isWhole = isAll && set.length === owned.length;
      found.push({
        ...this.#settles(
          set,
          (isWhole ? top - 0.02 : top - 0.1) - at * 0.02 - (singles.length > 0 ? 0.05 : 0),
        ),
        why: [who, settledBy(set)],
        isExact: isCertain,
        mayBeCertain: isCertain && isWhole && set.every(({ hasClaim }) => !hasClaim),
      });
    }
    const [oldest] = owned;
    if (found.length > 0 || !oldest) return found;
    if (amount.gt(total)) {
      const surplus = clause('stays_credit', { amount: amount.minus(total), currency });
      return [{ ...this.#settles(owned, top - 0.35), why: [who, surplus] }];
    }
    return owned.slice(0, 3).flatMap((one, at) => {
      const score = top - 0.3 - at * 0.06;
      if (one.remaining.lt(amount))
        return at > 0 ? [] : [{ ...this.#ofCustomer(one, score), why: [who, clause('sum_oldest')] }];
      return this.#partOrFee(one, score, who);
    });
  }

  byName(): Candidate[] {
    if (this.#ofPayer.length > 0) return [];
    const text = `${this.#line.name || this.#line.text}`;
    const byCustomer = Map.groupBy(this.#invoices, ({ customerGuid }) => customerGuid);
    return [...byCustomer.values()].flatMap((owned) => {
      const name = owned[0]?.customerName ?? '';
      const likeness = nameLikeness(name, text);
      if (likeness === 0) return [];
      const who = clause(likeness >= SURE_NAME ? 'payer_name' : 'payer_similar', { name });
      return this.#ofOwner(owned, { who, top: 0.85 * likeness, isCertain: false });
    });
  }

  bySum(): Candidate[] {
    const same = this.#invoices.filter(({ remaining }) => remaining.eq(this.#line.amount)).slice(0, 3);
    return same.map((one, at) => ({
      ...this.#settles([one], (same.length === 1 ? 0.5 : 0.4) - at * 0.03),
      why: [clause('sum_of_customer', { name: one.customerName, number: one.number })],
    }));
  }

  /** A customer who is known by kennitala, name or habit, and owes nothing of this. */
  ofKnownPayer(): Candidate[] {
    const { amount, currency } = this.#line;
    const credit = clause('stays_credit', { amount, currency });
    const remembered = this.#remembered.flatMap((customer) => {
      const owned = this.#invoices.filter(({ customerGuid }) => customerGuid === customer.guid);
      const who = clause('payer_known', { name: customer.name });
      const asCredit = { ...this.#asCredit(customer, 0.55), why: [who, credit] };
      return [...this.#ofOwner(owned, { who, top: 0.9, isCertain: false }), asCredit];
    });
    const named = this.#payers.map((customer) => ({
      ...this.#asCredit(customer, 0.35),
      why: [clause('payer_kennitala', { name: customer.name }), credit],
    }));
    return [...remembered, ...named];
  }

  #asCredit({ guid }: MatchedCustomer, score: number) {
    const amount = fixed2(this.#line.amount);
    return { score, actions: [{ type: 'payment' as const, customer_guid: guid, allocations: [], amount }] };
  }

  #settles(invoices: readonly OpenDocument[], score: number) {
    const allocations = invoices.map(({ guid }) => ({ invoice_guid: guid }));
    return { score, actions: [{ type: 'payment' as const, allocations, amount: fixed2(this.#line.amount) }] };
  }

  /** The oldest invoices of a customer, as much as the money is enough for. */
  #ofCustomer({ customerGuid, guid }: OpenDocument, score: number) {
    const amount = fixed2(this.#line.amount);
    if (customerGuid === null)
      return {
        score,
        actions: [{ type: 'payment' as const, allocations: [{ invoice_guid: guid }], amount }],
      };
    return { score, actions: [{ type: 'payment' as const, customer_guid: customerGuid, amount }] };
  }
}

function byDueDate(a: OpenDocument, b: OpenDocument): number {
  return a.dueDate.localeCompare(b.dueDate) || decimal(a.number || 0).cmp(b.number || 0);
}

const numbersOf = (documents: readonly OpenDocument[]) => documents.map(({ number }) => number);

function namedIn(documents: readonly OpenDocument[]): Clause {
  return clause('invoice_named', { numbers: numbersOf(documents) });
}

function namedWithSum(documents: readonly OpenDocument[]): Clause[] {
  return [namedIn(documents), clause('sum_exact', { numbers: numbersOf(documents) })];
}

function settledBy(documents: readonly OpenDocument[]): Clause {
  return clause('sum_settles', { numbers: numbersOf(documents) });
}
