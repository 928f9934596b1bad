import type { Client } from './client.ts';
import { createCompleteCost } from './costs.ts';
import { ACCOUNTS, type DoubleEntry } from './double-entry.ts';
import { approveCost } from './endpoints/costs.ts';
import type { Figures } from './figures.ts';
import { seededRandom } from './random-books.ts';

/** Codes of goods, of a car, and of hospitality, whose VAT is not deducted unless somebody says so. Their accounts have the same numbers. */
const CODES = ['2153', '3140', '3163'] as const;
const CHARGERS = ['supplier', 'supplier', 'customs', 'buyer', 'buyer'] as const;
const SHARES = [null, null, 0, 33, 40, 100] as const;
/** Krónur for a euro. */
const RATE = 147;

interface BookedCost {
  guid: string;
  date: string;
  sent: { amount: number; vat_24: number; vat_11: number; credit_note: 0 | 1 };
  type: (typeof CODES)[number];
  charger: (typeof CHARGERS)[number];
  rate: number;
  share: number;
}

/** Half an aurar up, also below zero. */
const part = (aurar: number, share: number) => Math.floor((2 * aurar * share + 100) / 200);

/** The costs of a year: it sends each to the API, and posts it to the ledger by rules of its own. */
export class YearCosts {
  readonly #seller: Client;
  readonly #ledger: DoubleEntry;
  readonly #random: () => number;
  readonly #booked: BookedCost[] = [];

  constructor(seller: Client, ledger: DoubleEntry, seed: number) {
    this.#seller = seller;
    this.#ledger = ledger;
    this.#random = seededRandom(seed + 1);
  }

  async buy(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.#buy(n);
  }

  /** Bookkeeping finds out that a share was wrong: the cost is approved once more with another one. */
  async correct(): Promise<void> {
    for (const cost of this.#booked.filter((_, n) => n % 5 === 0)) {
      await this.#seller.ok('move-cost-to-new', { guid: cost.guid });
      this.#post(cost, -1);
      cost.share = 60;
      await approveCost(this.#seller, cost.guid, { vat_deductible: cost.share });
      this.#post(cost, 1);
    }
  }

  /** Compares the boxes, the cost sums and the profit with the ledger. */
  async compare(figures: Figures): Promise<void> {
    const year = { from_date: '2026-01-01', to_date: '2026-12-31' };
    const { rows: months } = await this.#seller.ok('get-cost-sums', { ...year, by: 'month' });
    const { rows: codes } = await this.#seller.ok('get-cost-sums', { ...year, by: 'code' });
    const { total } = await this.#seller.ok('get-profit', year);
    const spent = this.#ledger.balance(CODES, year.to_date);
    figures.equal(Math.round(total.costs * 100), spent, 'the costs of the year');
    for (const code of CODES)
      figures.equal(
        Math.round((codes.find(({ key }: any) => key === code)?.net ?? 0) * 100),
        this.#ledger.balance([code], year.to_date),
        `the costs of ${code}`,
      );
    for (let n = 1; n <= 12; n++) {
      const month = `2026-${String(n).padStart(2, '0')}`;
      const sums = months.find(({ key }: any) => key === month) ?? { net: 0, vat: 0 };
      const found = [sums.net, sums.vat].map((amount) => Math.round(amount * 100));
      const { S, AA } = ACCOUNTS.inputVat;
      const expected = [this.#ledger.movement(CODES, month, 1), this.#ledger.movement([S, AA], month, 1)];
      figures.equal(found, expected, `costs of ${month}`);
    }
    for (const period of ['02', '04', '06', '08', '10', '12'])
      await this.#compareBoxes(`2026-${period}`, figures);
  }

  async #compareBoxes(period: string, figures: Figures): Promise<void> {
    const { boxes, abroad_24, abroad_11, warnings } = await this.#seller.ok('get-vat-return', { period });
    const before = `2026-${String(Number(period.slice(5)) - 1).padStart(2, '0')}`;
    const whole = (account: string, sign: 1 | -1) => {
      const aurar = [before, period].reduce(
        (sum, month) => sum + this.#ledger.movement([account], month, sign),
        0,
      );
      return (Math.sign(aurar) * Math.floor((Math.abs(aurar) + 50) / 100)) | 0;
    };
    const { inputVat } = ACCOUNTS;
    figures.equal(
      [boxes.input_24, boxes.input_11],
      [whole(inputVat.S, 1), whole(inputVat.AA, 1)],
      `the input VAT of ${period}`,
    );
    figures.equal(abroad_24 + abroad_11, whole(ACCOUNTS.vatAbroad, -1), `VAT on services in ${period}`);
    const isWarned = warnings.some(({ code }: any) => code === 'vat_abroad');
    figures.equal(isWarned, abroad_24 !== 0 || abroad_11 !== 0, `the warning of ${period}`);
  }

  #whole(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  #of<T>(list: readonly T[]): T {
    return list[this.#whole(0, list.length - 1)] as T;
  }

  async #buy(n: number): Promise<void> {
    const [type, charger, stated] = [this.#of(CODES), this.#of(CHARGERS), this.#of(SHARES)];
    const rate = n % 4 === 3 ? RATE : 1;
    // Of whole euros each figure is whole aurar in krónur.
    const [standard, reduced] = [this.#whole(0, 400) * 100, n % 3 === 0 ? this.#whole(1, 90) * 100 : 0];
    const net = standard + reduced + 100;
    const vat_24 = (standard * 24) / 100;
    const vat_11 = (reduced * 11) / 100;
    const within = charger === 'buyer' ? 0 : vat_24 + vat_11;
    const isVatOnly = charger === 'customs' && within > 0 && n % 2 === 0;
    const amount = isVatOnly ? within : net + within;
    const date = `2026-${String(this.#whole(1, 12)).padStart(2, '0')}-${String(this.#whole(1, 28)).padStart(2, '0')}`;
    const sent = { amount, vat_24, vat_11, credit_note: n % 9 === 8 ? 1 : 0 } as const;
    const guid = await createCompleteCost(this.#seller, {
      ...sent,
      date,
      type,
      vat_charged_by: charger,
      invoice_number: `K-${n}`,
      ...(stated !== null && { vat_deductible: stated }),
      ...(rate !== 1 && { currency: 'EUR', exchange_rate: rate }),
    });
    await approveCost(this.#seller, guid);
    // The VAT of a service from abroad for which none is sent is that of the whole amount.
    const isUnstated = charger === 'buyer' && vat_24 + vat_11 === 0;
    const booked = isUnstated ? { ...sent, vat_24: (amount * 24) / 100 } : sent;
    const share = stated ?? (type === '3163' ? 0 : 100);
    const cost: BookedCost = { guid, date, sent: booked, type, charger, rate, share };
    this.#booked.push(cost);
    this.#post(cost, 1);
  }

  #post({ date, sent, type, charger, rate, share }: BookedCost, sign: 1 | -1): void {
    const direction = sent.credit_note ? -sign : sign;
    const aurar = (amount: number) => Math.round(amount * 100 * rate);
    const [amount, standard, reduced] = [aurar(sent.amount), aurar(sent.vat_24), aurar(sent.vat_11)];
    const isOwed = charger === 'buyer' && share < 100;
    const isDeducted = charger !== 'buyer' || isOwed;
    const deducted = [standard, reduced].map((vat) => (isDeducted ? part(vat, share) : 0));
    const owed = isOwed ? standard + reduced : 0;
    const [deductedS = 0, deductedAA = 0] = deducted;
    const lines: [string, number][] = [
      [ACCOUNTS.payables, -amount],
      [ACCOUNTS.inputVat.S, deductedS],
      [ACCOUNTS.inputVat.AA, deductedAA],
      [ACCOUNTS.vatAbroad, -owed],
      [type, amount + owed - deductedS - deductedAA],
    ];
    this.#ledger.post(
      date,
      lines.map(([account, figure]) => [account, direction * figure]),
    );
  }
}
