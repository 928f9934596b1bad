import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { OriginalLine, RequestedLine } from '../../src/domain/credit-lines.ts';
import type { InvoiceToCredit, NoteLine } from '../../src/domain/credit-note-lines.ts';
import { type CreditRequest, planCreditNote } from '../../src/domain/credit-notes.ts';
import { uncreditedQuantity } from '../../src/domain/credits.ts';
import { type Decimal, decimal, decimalPlaces, isNegative, round2, ZERO } from '../../src/domain/money.ts';
import { checkFigures, type Totals, totals } from '../../src/domain/totals.ts';
import { VAT_CODES } from '../../src/domain/vat.ts';
import { isViolation } from '../../src/domain/violation.ts';

type Line = NoteLine<OriginalLine>;

const price = fc.oneof(
  fc.integer({ min: 1, max: 99_999 }).map(String),
  fc.integer({ min: 1, max: 9_999_999 }).map((n) => decimal(`${n}e-2`).toFixed()),
  fc.integer({ min: 1, max: 999_999_999 }).map((n) => decimal(`${n}e-4`).toFixed()),
);

const invoiceLine = fc.record({
  qty: fc.integer({ min: 1, max: 9 }),
  price,
  isNegative: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  tax: fc.constantFrom('S', 'AA', 'Z'),
  off: fc.option(fc.integer({ min: 0, max: 9_000 })),
  isPercent: fc.boolean(),
});

const randomInvoice = fc
  .record({
    rows: fc.array(invoiceLine, { minLength: 1, maxLength: 4 }),
    off: fc.option(fc.record({ value: fc.integer({ min: 0, max: 8_000 }), isPercent: fc.boolean() })),
    taxExempt: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  })
  .map(({ rows, off, taxExempt }) => {
    const lines = rows.map((row, i): OriginalLine => {
      const unitPrice = decimal(row.price).times(row.isNegative ? -1 : 1);
      const most = row.isPercent ? decimal(100) : unitPrice.times(row.qty).abs();
      const discount = round2(most.times(decimal(`${row.off ?? 0}e-4`)));
      return {
        id: `${i}`,
        itemNumber: `sku-${i}`,
        qty: decimal(row.qty),
        credited: ZERO,
        uom: 'C62',
        unitPrice,
        tax: row.tax,
        discount: discount.gt(most) ? most : discount,
        discountIsPercent: row.isPercent,
      };
    });
    const net = totals(lines).lines.reduce((sum, one) => sum.plus(one.net), ZERO);
    const most = off?.isPercent ? decimal(100) : net;
    const discount = off
      ? { value: round2(most.times(decimal(`${off.value}e-4`))), isPercent: off.isPercent }
      : undefined;
    return { lines, discount, taxExempt };
  })
  .filter(({ lines, ...options }) => checkFigures(lines, options) === null);

const KINDS = ['quantity', 'rest', 'part', 'free', 'reduction', 'rounded', 'mixed'] as const;
const randomStep = fc.record({
  kind: fc.constantFrom(...KINDS),
  pick: fc.nat({ max: 1000 }),
  share: fc.integer({ min: 1, max: 1300 }),
});
type Step = typeof randomStep extends fc.Arbitrary<infer T> ? T : never;

/** An invoice with the notes that were made of it, by the sums that the service stores. */
class Books {
  readonly whole: Totals;
  invoice: InvoiceToCredit<OriginalLine>;
  notes: Totals[] = [];
  hasQuantities = false;

  constructor(invoice: Pick<InvoiceToCredit<OriginalLine>, 'lines' | 'discount' | 'taxExempt'>) {
    this.whole = totals(invoice.lines, invoice);
    const { amount, net, vat } = this.whole;
    this.invoice = { ...invoice, amount, isCredited: false, rest: { amount, net, vat, notes: 0 } };
  }

  /** The request of a step; the client adds up the amount itself, by the prices that it sends. */
  request({ kind, pick, share }: Step): CreditRequest {
    const { lines, rest } = this.invoice;
    const part = decimal(share).times('0.001');
    const line = lines[pick % lines.length];
    assert.ok(line);
    const open = uncreditedQuantity(line);
    const qty = open.gt(0) ? decimal(1 + (pick % Number(open.toFixed()))) : decimal(1);
    const named = { lineGuid: line.id, qty };
    const free = (): RequestedLine => {
      const tax = VAT_CODES[pick % 3] ?? 'S';
      const unitPrice = rest.net[this.invoice.taxExempt ? 'Z' : tax].times(part).round(pick % 5);
      return { description: 'Galli', qty: decimal(1), unitPrice, tax };
    };
    if (kind === 'rest') return {};
    if (kind === 'part') return { isPart: true, amount: round2(rest.amount.times(part)) };
    if (kind === 'quantity') return { lines: [named] };
    if (kind === 'free') return { lines: [free()] };
    const lower = { ...named, unitPrice: line.unitPrice.times(part).round(4) };
    if (kind === 'reduction') return { lines: [lower] };
    const rounded = { ...named, unitPrice: line.unitPrice.round(pick % 3) };
    return { lines: kind === 'rounded' ? [rounded] : [rounded, free()] };
  }

  /** Plans the note, checks it as the service does, and books it. */
  credit(request: CreditRequest): Totals | null {
    const note = planCreditNote(this.invoice, request);
    if (isViolation(note)) return null;
    const { taxExempt } = this.invoice;
    const options = { discount: note.discount, taxExempt };
    assert.equal(checkFigures(note.lines, options), null);
    for (const line of note.lines) assertStorable(line);
    const sums = totals(note.lines, options);
    if (note.lines.some(({ kind }) => kind === 'free' || kind === 'reduction')) {
      const { net, vat } = this.invoice.rest;
      for (const code of VAT_CODES) {
        assert.ok(isNegative(net[code]) || sums.net[code].lte(net[code]));
        assert.ok(isNegative(vat[code]) || sums.vat[code].lte(vat[code]));
      }
    }
    if (note.lines.every(({ kind }) => kind === 'quantity')) this.hasQuantities = true;
    this.#book(note.lines, sums, note.leavesNothing);
    this.#assertWithinOriginal();
    return sums;
  }

  #book(lines: readonly Line[], sums: Totals, isCredited: boolean): void {
    const { rest } = this.invoice;
    this.notes.push(sums);
    const minus = (a: Record<string, Decimal>, b: Record<string, Decimal>) =>
      Object.fromEntries(
        VAT_CODES.map((code) => [code, (a[code] ?? ZERO).minus(b[code] ?? ZERO)]),
      ) as Totals['net'];
    this.invoice = {
      ...this.invoice,
      isCredited,
      lines: this.invoice.lines.map((line) => {
        const taken = lines.filter(({ kind, original }) => kind === 'quantity' && original?.id === line.id);
        const credited = taken.reduce((sum, { qty }) => sum.plus(qty), line.credited);
        assert.ok(credited.lte(line.qty));
        return { ...line, credited };
      }),
      rest: {
        amount: rest.amount.minus(sums.amount),
        net: minus(rest.net, sums.net),
        vat: minus(rest.vat, sums.vat),
        notes: rest.notes + 1,
      },
    };
  }

  /**
   * Each document rounds net, VAT and amount by itself, so that net and VAT are off by up to a cent for each. The amount
   * is exact, unless a note credits quantities, whose prices nobody can choose.
   */
  #assertWithinOriginal(): void {
    const { rest } = this.invoice;
    const most = decimal('-0.01').times(this.notes.length + 1);
    assert.ok(rest.amount.gte(this.hasQuantities ? most : ZERO), `amount ${rest.amount.toFixed()}`);
    for (const code of VAT_CODES) {
      for (const figures of ['net', 'vat'] as const) {
        if (isNegative(this.whole[figures][code])) continue;
        const left = rest[figures][code];
        assert.ok(left.gte(most), `${figures} ${code} ${left.toFixed()}`);
      }
    }
  }
}

/** The columns of a line hold four decimals of a price and ten of a discount. */
function assertStorable({ qty, unitPrice, discount = ZERO }: Line): void {
  assert.ok(qty.gt(0) && decimalPlaces(qty) <= 3);
  assert.ok(decimalPlaces(unitPrice) <= 4, unitPrice.toFixed());
  assert.ok(decimalPlaces(discount) <= 10, discount.toFixed());
}

describe('the boundary between a rounded price and another price', () => {
  const books = (qty: string, unitPrice: string) => {
    const line = { id: 'a', credited: ZERO, uom: 'HUR', tax: 'S' as const };
    return new Books({ lines: [{ ...line, qty: decimal(qty), unitPrice: decimal(unitPrice) }] });
  };
  const cases: [what: string, qty: string, sent: string, kinds: string[] | string][] = [
    ['just under one unit below', '2', '99.5001', ['quantity', 'rounding']],
    ['one unit below', '2', '99.5', ['reduction']],
    ['just under one unit above', '2', '100.4999', ['quantity', 'rounding']],
    ['one unit above', '2', '100.5', 'price_higher'],
    ['a tenth of the quantity at ten times the difference', '0.2', '95.01', ['quantity', 'rounding']],
    ['the same price', '2', '100.00', ['quantity']],
  ];
  for (const [what, qty, sent, expected] of cases) {
    test(`${what}: ${expected}`, () => {
      const lines = [{ lineGuid: 'a', qty: decimal(qty), unitPrice: decimal(sent) }];
      const note = planCreditNote(books('4', '100').invoice, { lines });
      const kinds = isViolation(note) ? note.code : note.lines.map(({ kind }) => kind);
      assert.deepEqual(kinds, expected);
      if (isViolation(note)) return;
      const { amount } = totals(note.lines);
      assert.ok(amount.eq(round2(decimal(qty).times(sent).times('1.24'))));
    });
  }

  test('the last quantities may have the sum of their lines or the exact rest', () => {
    for (const [amount, kinds] of [
      ['124.14', ['quantity']],
      ['124.13', ['quantity', 'rounding']],
    ] as const) {
      const three = books('3', '100.11');
      const one = { lineGuid: 'a', qty: decimal(1) };
      for (const _ of [1, 2]) three.credit({ lines: [one] });
      const note = planCreditNote(three.invoice, { lines: [one], amount: decimal(amount) });
      assert.ok(!isViolation(note) && note.leavesNothing);
      assert.deepEqual(
        note.lines.map(({ kind }) => kind),
        kinds,
      );
      assert.ok(totals(note.lines).amount.eq(amount));
    }
  });
});

describe('random series of credit notes of all kinds', () => {
  const steps = fc.array(randomStep, { minLength: 0, maxLength: 8 });

  test('never credits more than is left of a rate, and adds up to the invoice exactly', () => {
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(randomInvoice, steps, (invoice, wanted) => {
        const books = new Books(invoice);
        for (const step of wanted) {
          const request = books.request(step);
          const sums = books.credit(request);
          counts.set(step.kind, (counts.get(step.kind) ?? 0) + (sums ? 1 : 0));
          const before = books.invoice.rest.amount.plus(sums?.amount ?? ZERO);
          if (sums && request.amount?.gt(0) && request.amount.lt(before))
            assert.ok(sums.amount.eq(request.amount));
          if (books.invoice.isCredited) break;
        }
        if (!books.invoice.isCredited) {
          assert.ok(books.credit({}));
          assert.ok(books.invoice.isCredited);
          assert.ok(books.invoice.rest.amount.eq(0), books.invoice.rest.amount.toFixed());
        }
      }),
      { seed: 5, numRuns: 600 },
    );
    assert.ok(
      KINDS.every((kind) => (counts.get(kind) ?? 0) > 20),
      'the generator misses a kind',
    );
  });
});
