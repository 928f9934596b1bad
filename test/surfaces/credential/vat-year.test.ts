import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { createCompleteCost } from '../../support/costs.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

type Box = (typeof BOXES)[number];
const BOXES = [
  ...(['turnover_24', 'turnover_11', 'zero_rated', 'output_24', 'output_11'] as const),
  ...(['input_24', 'input_11', 'bad_debt_24', 'bad_debt_11'] as const),
  ...(['outside_vat', 'abroad_24', 'abroad_11'] as const),
] as const;

/** An own book of VAT: what each document puts into which box, in aurar. It knows nothing of the service's rules. */
class Book {
  readonly entries: { day: string; box: Box; aurar: bigint }[] = [];

  add(day: string, amounts: Partial<Record<Box, number>>, sign = 1): void {
    for (const [box, amount] of Object.entries(amounts))
      this.entries.push({ day, box: box as Box, aurar: BigInt(Math.round(amount * 100)) * BigInt(sign) });
  }

  /** A box in whole krónur, rounded once and half up. */
  box(box: Box, from: string, to: string): number {
    const within = this.entries.filter((one) => one.box === box && one.day >= from && one.day <= to);
    const aurar = within.reduce((sum, one) => sum + one.aurar, 0n);
    const whole = (aurar < 0n ? -aurar : aurar) + 50n;
    return Number(whole / 100n) * (aurar < 0n ? -1 : 1);
  }
}

const GERMAN = { name: 'Käufer GmbH', vat: 'DE123456789', output_select: 4 };
const RATE = 149.5;
/** Two or more of each kind of period, and its last one. */
const MONTHS = [1, 2, 3, 6, 7, 9, 12];

/** The last months of the periods that are filed during the year, and the day on which that happens. */
const FILED: Record<string, { period: string; on: string; lateDay: string }> = {
  two_months: { period: '2026-02', on: '2026-04-07', lateDay: '2026-02-20' },
  half_year: { period: '2026-06', on: '2026-08-05', lateDay: '2026-06-15' },
  year: { period: '2026-12', on: '2027-02-05', lateDay: '2026-12-20' },
};

onBothDatabases('a year of VAT returns', (kvitt) => {
  const today = (day: string) => {
    kvitt.now = () => new Date(`${day}T12:00:00Z`);
  };
  const sellers = new Map<string, { seller: Client; book: Book; first: string }>();

  /** Sells on a day in all three companies. */
  async function sell(day: string, data: object, amounts: Partial<Record<Box, number>>): Promise<string[]> {
    today(day);
    const dates = { issue_date: day, due_date: day, settlement_date: day };
    return Promise.all(
      [...sellers.values()].map(({ seller, book }) => {
        book.add(day, amounts);
        return seller.ok('create-invoice', { data: invoice({ ...dates, ...data }) });
      }),
    );
  }

  async function buy(day: string, cost: object, amounts: Partial<Record<Box, number>>): Promise<void> {
    today(day);
    for (const { seller, book } of sellers.values()) {
      book.add(day, amounts);
      await createCompleteCost(seller, { date: day, ...cost });
    }
  }

  /** Work with VAT at two rates, rent, exports in krónur and euros, and costs of each kind. */
  async function month(n: number): Promise<void> {
    const day = (d: number) => `2026-${String(n).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
    const net = 1000.25 + n;
    const both = [line({ unit_price: net }), line({ item_number: 'B', tax: 'AA', unit_price: 100 * n })];
    const amount = net * 1.24 + 111 * n;
    await sell(
      day(3),
      { items: both, amount: Number(amount.toFixed(2)) },
      {
        ...{ turnover_24: net, output_24: net * 0.24, turnover_11: 100 * n, output_11: 11 * n },
      },
    );
    const rent = line({ item_number: 'LEIGA', unit_price: 150_000 + n, tax: 'Z' });
    await sell(day(4), { items: [rent], amount: 150_000 + n }, { outside_vat: 150_000 + n });
    const exported = line({ item_number: 'ÚT', unit_price: 80_000, tax: 'Z' });
    await sell(day(5), { items: [exported], amount: 80_000, customer: GERMAN }, { zero_rated: 80_000 });
    if (n % 3 === 0) {
      await kvitt.operator('PUT', `/rates/EUR/${day(6)}`, { rate: RATE });
      const inEuros = { currency: 'EUR', items: [line({ unit_price: 100.5 })], amount: 124.62 };
      await sell(day(6), inEuros, { turnover_24: 100.5 * RATE, output_24: 24.12 * RATE });
    }
    await buy(day(10), { amount: 1240, vat_24: 240 }, { input_24: 240 });
    await buy(day(11), { amount: 1110.5, vat_11: 110.05 }, { input_11: 110.05 });
    await buy(day(12), { amount: 12_400, vat_24: 2400, type: '3163' }, {});
    await buy(day(13), { amount: 6200, vat_24: 1200, vat_deductible: 40 }, { input_24: 480 });
    // A cloud service from abroad: no VAT is owed where all could be deducted, and otherwise the whole of it.
    const cloud = { amount: 99, currency: 'EUR', exchange_rate: RATE, vat_charged_by: 'buyer' };
    await buy(day(14), cloud, {});
    const owed = Math.round(23.76 * RATE * 100) / 100;
    const deducted = Math.round(owed * 40) / 100;
    await buy(day(15), { ...cloud, vat_deductible: 40 }, { abroad_24: owed, input_24: deducted });
    await buy(day(16), { ...cloud, vat_11: 9.9, type: '3163' }, { abroad_11: 9.9 * RATE });
    // The customs charge VAT on goods whose invoice has none.
    await buy(day(17), { amount: 4800, vat_24: 4800, vat_charged_by: 'customs' }, { input_24: 4800 });
  }

  /** An invoice of half of which nothing comes any more. */
  async function loseHalf(day: string, lostOn: string): Promise<void> {
    const items = [line({ unit_price: 1000 })];
    const guids = await sell(day, { items, amount: 1240 }, { turnover_24: 1000, output_24: 240 });
    today(lostOn);
    await Promise.all(
      [...sellers.values()].map(async ({ seller, book }, place) => {
        const guid = guids[place];
        await seller.ok('do-paid-invoice', { guid, amount: 620 });
        await seller.ok('write-off-invoice', { guid, data: { reason: 'Gjaldþrot' } });
        book.add(lostOn, { bad_debt_24: 120 });
      }),
    );
  }

  /** Files a period, finds out too late that an invoice of it was wrong, and credits it on the first day that is open. */
  async function creditAfterFiling(length: string): Promise<void> {
    const { period, on, lateDay } = FILED[length] as { period: string; on: string; lateDay: string };
    const { seller, book, first } = sellers.get(length) as { seller: Client; book: Book; first: string };
    today(on);
    await seller.ok('submit-vat-return', { period });
    const note = (day: string) => ({
      data: {
        ...{ type: 'credit', ref_invoice_guid: first, issue_date: day, settlement_date: day },
        ...{ amount: 1240, items: [{ description: 'Leiðrétting', qty: 1, unit_price: 1000, tax: 'S' }] },
      },
    });
    assert.equal((await seller.expectRefusal('create-invoice', note(lateDay))).error_code, 'period_locked');
    await seller.ok('create-invoice', note(on));
    book.add(on, { turnover_24: 1000, output_24: 240 }, -1);
  }

  before(async () => {
    today('2026-01-02');
    for (const length of Object.keys(FILED)) {
      const seller = await kvitt.account();
      await seller.ok('update-company', { data: { vat_periods: length } });
      sellers.set(length, { seller, book: new Book(), first: '' });
    }
    const items = [line({ unit_price: 5000 })];
    const guids = await sell('2026-01-02', { items, amount: 6200 }, { turnover_24: 5000, output_24: 1200 });
    for (const [place, one] of [...sellers.values()].entries()) one.first = guids[place] ?? '';
    for (const n of MONTHS) {
      await month(n);
      if (n === 2) await loseHalf('2026-02-25', '2026-03-20');
      await runJobsWithoutFailure(kvitt);
      if (n === 3) await creditAfterFiling('two_months');
      if (n === 7) await creditAfterFiling('half_year');
    }
    await creditAfterFiling('year');
  });

  for (const [length, count] of [
    ['two_months', 6],
    ['half_year', 2],
    ['year', 1],
  ] as const)
    test(`has the boxes of an independent ledger, by periods of ${length}`, async () => {
      const { seller, book } = sellers.get(length) as { seller: Client; book: Book };
      const periods = [
        ...(await seller.ok('get-vat-periods', { year: 2026 })),
        ...(await seller.ok('get-vat-periods', { year: 2027 })).slice(0, 1),
      ];
      assert.equal(periods.length, count + 1);
      for (const { period, from_date, to_date } of periods) {
        const { boxes, ...beside } = await seller.ok('get-vat-return', { period });
        const { outside_vat, abroad_24, abroad_11 } = beside;
        const { to_pay, ...found }: Record<Box | 'to_pay', number> = {
          ...boxes,
          ...{ outside_vat, abroad_24, abroad_11 },
        };
        const expected = Object.fromEntries(BOXES.map((box) => [box, book.box(box, from_date, to_date)]));
        assert.deepEqual(found, expected, period);
        const { output_24, output_11, input_24, input_11, bad_debt_24, bad_debt_11 } = found;
        assert.equal(to_pay, output_24 + output_11 - input_24 - input_11 - bad_debt_24 - bad_debt_11);
        for (const box of BOXES) {
          const rows = await seller.ok('get-vat-documents', { period, box });
          const documents = new Book();
          for (const { date, box_amount } of rows) documents.add(date, { [box]: box_amount });
          assert.equal(documents.box(box, from_date, to_date), found[box], `${period} ${box}`);
        }
      }
    });
});
