import { seededRandom } from './random-books.ts';

type Rate = 'S' | 'AA' | 'Z';

/** A line of an invoice: its price without VAT in aurar. */
interface PlannedLine {
  tax: Rate;
  price: number;
}

export interface PlannedInvoice {
  issued: string;
  due: string;
  lines: PlannedLine[];
  /** What it is credited by: all of it, or this many aurar; null: nothing. */
  note: { on: string; amount: number | 'all' } | null;
  /** The day on which what is left of it is given up. */
  lostOn: string | null;
}

/** Money that settles parts of invoices, in aurar, by the places of the invoices in the list of the customer. */
export interface PlannedPayment {
  paidOn: string;
  method: number | null;
  parts: { invoice: number; amount: number }[];
  components: { interest: number; charge: number; fee: number };
  surplus: number;
  reversedOn: string | null;
  /** What becomes of the surplus. */
  use: 'keep' | 'pay back' | 'apply';
}

export interface PlannedCustomer {
  invoices: PlannedInvoice[];
  /** In the order in which they are recorded, which is not that of their days. */
  payments: PlannedPayment[];
}

const DAY_MS = 86_400_000;
const YEAR_START = '2026-01-01';
/** Payments end before the days on which invoices are given up and money is paid back. */
const LAST_PAYMENT = '2026-12-10';

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

const VAT: Readonly<Record<Rate, number>> = { S: 24, AA: 11, Z: 0 };

/** Net and VAT of each rate in aurar, half an eyrir up. */
export function ratesOf(lines: readonly PlannedLine[]): Map<Rate, { net: number; vat: number }> {
  const rates = new Map<Rate, { net: number; vat: number }>();
  for (const tax of ['S', 'AA', 'Z'] as const) {
    const net = lines.filter((one) => one.tax === tax).reduce((sum, { price }) => sum + price, 0);
    if (net > 0) rates.set(tax, { net, vat: Math.floor((net * VAT[tax] + 50) / 100) });
  }
  return rates;
}

/** The amount of an invoice in aurar, and what is paid of it: whole krónur. */
export function amountOf(lines: readonly PlannedLine[]): { exact: number; printed: number } {
  const hundredths = lines.reduce((sum, { tax, price }) => sum + price * (100 + VAT[tax]), 0);
  const exact = Math.floor((hundredths + 50) / 100);
  return { exact, printed: Math.floor((exact + 50) / 100) * 100 };
}

/** A year of books, the same for one seed: what is issued, paid in parts, reversed, credited and given up. */
export class YearPlan {
  readonly #random: () => number;
  readonly #hasAurar: boolean;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#hasAurar = seed % 3 === 0;
  }

  customers(count: number, documents: number): PlannedCustomer[] {
    const invoices = Array.from({ length: count }, (): PlannedInvoice[] => []);
    let left = documents;
    while (left > 0) {
      const one = this.#invoice();
      left -= one.note ? 2 : 1;
      invoices[this.#whole(0, count - 1)]?.push(one);
    }
    return invoices.map((own) => ({ invoices: own, payments: this.#payments(own) }));
  }

  #whole(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  #chance(percent: number): boolean {
    return this.#random() * 100 < percent;
  }

  #shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((one) => ({ one, place: this.#random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
  }

  #invoice(): PlannedInvoice {
    const issued = dayAfter(YEAR_START, this.#whole(0, 320));
    const isOdd = this.#hasAurar && this.#chance(40);
    // Whole hundreds have whole krónur of VAT.
    const price = () => (isOdd ? this.#whole(1_000, 9_000_000) : this.#whole(1, 900) * 10_000);
    const taxes: Rate[] = [(['S', 'S', 'S', 'AA', 'Z'] as const)[this.#whole(0, 4)] ?? 'S'];
    if (this.#chance(25)) taxes.push('AA');
    const lines = taxes.map((tax) => ({ tax, price: price() }));
    const isLost = this.#chance(2);
    const isCredited = !isLost && this.#chance(9);
    const isUntaxed = !isOdd && lines.every(({ tax }) => tax === 'Z');
    const amount = isUntaxed && this.#chance(50) ? Math.ceil((lines[0]?.price ?? 0) / 200) * 100 : 'all';
    return {
      issued,
      due: dayAfter(issued, this.#whole(0, 30)),
      lines,
      note: isCredited ? { on: dayAfter(issued, this.#whole(0, 30)), amount } : null,
      lostOn: isLost ? dayAfter('2026-12-15', this.#whole(0, 15)) : null,
    };
  }

  /** Most invoices are paid in one to four parts; some of these come together with parts of others. */
  #payments(invoices: readonly PlannedInvoice[]): PlannedPayment[] {
    const parts = invoices.flatMap((one, invoice) =>
      this.#parts(one).map((amount) => ({ invoice, amount, issued: one.issued })),
    );
    const groups: (typeof parts)[] = [];
    for (const part of this.#shuffled(parts)) {
      const last = groups.at(-1);
      const isOfAnother = last?.every(({ invoice }) => invoice !== part.invoice);
      if (last && isOfAnother && last.length < 4 && this.#chance(35)) last.push(part);
      else groups.push([part]);
    }
    return groups.map((group) => this.#payment(group));
  }

  #parts({ lines, lostOn }: PlannedInvoice): number[] {
    if (this.#chance(10)) return [];
    const { printed } = amountOf(lines);
    const isInFull = lostOn === null && this.#chance(85);
    let left = (isInFull ? printed : Math.floor((printed * this.#random()) / 100) * 100) / 100;
    const count = this.#whole(1, 4);
    const parts: number[] = [];
    for (let n = 1; n < count && left > 1; n++) {
      const part = this.#whole(1, left - 1);
      parts.push(part * 100);
      left -= part;
    }
    return left > 0 ? [...parts, left * 100] : parts;
  }

  #payment(group: readonly { invoice: number; amount: number; issued: string }[]): PlannedPayment {
    const issued =
      group
        .map((one) => one.issued)
        .sort()
        .at(-1) ?? YEAR_START;
    const late = dayAfter(issued, this.#whole(0, 60));
    const paidOn = late > LAST_PAYMENT ? LAST_PAYMENT : late;
    const extra = (percent: number, most: number) => (this.#chance(percent) ? this.#whole(1, most) * 100 : 0);
    const surplus = extra(3, 5000);
    const use = (['keep', 'pay back', 'apply'] as const)[this.#whole(0, 2)] ?? 'keep';
    const isReversed = this.#chance(10);
    return {
      paidOn,
      method: ([null, 1, 2, 9] as const)[this.#whole(0, 3)] ?? null,
      parts: group.map(({ invoice, amount }) => ({ invoice, amount })),
      components: { interest: extra(6, 900), charge: extra(4, 950), fee: extra(4, 300) },
      surplus,
      reversedOn: isReversed ? dayAfter(paidOn, this.#whole(0, 20)) : null,
      use: surplus > 0 && !isReversed ? use : 'keep',
    };
  }
}
