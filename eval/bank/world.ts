import type {
  Facts,
  MatchedCustomer,
  MatchedLine,
  OpenDocument,
} from '../../src/domain/bank/matching/facts.ts';
import { decimal, ZERO } from '../../src/domain/values/money.ts';

/** The same numbers for the same seed, on every machine (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** From `from` to `to`, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  of<T>(all: readonly T[]): T {
    return all[this.whole(0, all.length - 1)] as T;
  }

  happens(share: number): boolean {
    return this.next() < share;
  }
}

const FIRST = [
  'Jón',
  'Guðrún',
  'Sigurður',
  'Anna',
  'Ólafur',
  'Kristín',
  'Gunnar',
  'Þórdís',
  'Einar',
  'Ragnheiður',
  'Björn',
  'Sólveig',
];
const LAST = [
  'Jónsson',
  'Gunnarsdóttir',
  'Einarsson',
  'Björnsdóttir',
  'Ólafsson',
  'Þórsdóttir',
  'Helgason',
  'Árnadóttir',
];
const TRADES = [
  'Smíði',
  'Veiðar',
  'Hugbúnaður',
  'Flutningar',
  'Prentun',
  'Ræktun',
  'Bókhald',
  'Verslun',
  'Ráðgjöf',
  'Lagnir',
];
const PLACES = [
  'Norðurlands',
  'Akureyrar',
  'Reykjavíkur',
  'Suðurlands',
  'Austfjarða',
  'Vestfjarða',
  'Kópavogs',
  'Eyja',
];

/** The books of a company at one moment, and the lines that its bank reports. */
export class World {
  readonly chance: Chance;
  readonly customers: MatchedCustomer[] = [];
  readonly documents: OpenDocument[] = [];
  readonly facts: { -readonly [K in keyof Facts]: Facts[K][number][] };
  #number = 1000;
  #guids = 0;

  constructor(seed: number) {
    this.chance = new Chance(seed);
    this.#number = this.chance.whole(1, 4) * 1000;
    this.facts = {
      documents: this.documents,
      customers: this.customers,
      costs: [],
      payments: [],
      accounts: [
        { guid: 'own-1', name: 'Velta', account_no: '013326000001', iban: '' },
        { guid: 'own-2', name: 'Sparnaður', account_no: '013315000002', iban: '' },
      ],
      memories: [],
      mirrors: [],
    };
    // Customers who owe something that nobody pays in this run, so that nothing stands alone.
    for (let at = 0; at < 40; at += 1) {
      const customer = this.customer();
      for (let count = this.chance.whole(1, 3); count > 0; count -= 1) this.invoice(customer);
    }
  }

  guid(kind: string): string {
    this.#guids += 1;
    return `${kind}-${this.#guids}`;
  }

  kennitala(): string {
    return String(this.chance.whole(4_100_000_000, 7_100_000_000));
  }

  /** A person or a company; now and then a second profile with a kennitala that is here already. */
  customer(): MatchedCustomer {
    const { chance } = this;
    const twin = this.customers.length > 10 && chance.happens(0.08) ? chance.of(this.customers) : null;
    const name = twin
      ? `${twin.name} ${chance.of(['útibú', 'verslun', 'lager'])}`
      : chance.happens(0.5)
        ? `${chance.of(FIRST)} ${chance.of(FIRST)} ${chance.of(LAST)}`
        : `${chance.of(TRADES)} ${chance.of(PLACES)} ${chance.whole(1, 99)} ehf.`;
    const customer = {
      guid: this.guid('customer'),
      name,
      kennitala: twin?.kennitala ?? this.kennitala(),
      credit: ZERO,
    };
    this.customers.push(customer);
    return customer;
  }

  amount(): number {
    const { chance } = this;
    // Many companies have the same prices.
    return chance.happens(0.15) ? chance.of([9900, 12_400, 24_800, 49_600]) : chance.whole(1000, 900_000);
  }

  invoice(customer: MatchedCustomer, fields: Partial<OpenDocument> = {}): OpenDocument {
    this.#number += 1;
    const invoice: OpenDocument = {
      guid: this.guid('invoice'),
      number: String(this.#number),
      kind: 'invoice',
      customerGuid: customer.guid,
      customerName: customer.name,
      kennitala: customer.kennitala,
      currency: 'ISK',
      rate: decimal(1),
      remaining: decimal(this.amount()),
      dueDate: `2026-0${this.chance.whole(1, 3)}-${this.chance.whole(10, 28)}`,
      hasClaim: false,
      ...fields,
    };
    this.documents.push(invoice);
    return invoice;
  }

  line(amount: number, fields: Partial<MatchedLine> = {}): MatchedLine {
    return {
      day: '2026-03-16',
      amount: decimal(amount),
      isReversal: false,
      currency: 'ISK',
      text: '',
      reference: '',
      name: '',
      kennitala: '',
      account: '',
      bankAccountGuid: 'own-1',
      ...fields,
    };
  }
}
