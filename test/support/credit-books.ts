import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type CreditNote,
  type InvoiceToCredit,
  isRoundingLine,
  type NoteLine,
} from '../../src/domain/credit/note-lines.ts';
import { type CreditRequest, planCreditNote } from '../../src/domain/credit/plan-note.ts';
import type { OriginalLine, RequestedLine } from '../../src/domain/credit/request.ts';
import { remainingQuantity } from '../../src/domain/credit/request.ts';
import { checkFigures, type Totals, totals } from '../../src/domain/invoices/totals.ts';
import { VAT_CODES } from '../../src/domain/invoices/vat.ts';
import {
  type Decimal,
  decimal,
  decimalPlaces,
  isNegative,
  round2,
  ZERO,
} from '../../src/domain/values/money.ts';
import { isViolation } from '../../src/domain/values/violation.ts';

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

/** An invoice whose figures the service accepts. */
export const randomInvoice = fc
  .record({
    rows: fc.array(invoiceLine, { minLength: 1, maxLength: 4 }),
    off: fc.option(fc.record({ value: fc.integer({ min: 0, max: 8_000 }), isPercent: fc.boolean() })),
    taxExempt: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  })
  .map(({ rows, off, taxExempt }) => {
    const lines = rows.map((row, i): OriginalLine => {
      const unitPrice = decimal(row.price).times(row.isNegative ? -1 : 1);
      const max = row.isPercent ? decimal(100) : unitPrice.times(row.qty).abs();
      const discount = round2(max.times(decimal(`${row.off ?? 0}e-4`)));
      return {
        id: `${i}`,
        itemNumber: `sku-${i}`,
        qty: decimal(row.qty),
        credited: ZERO,
        uom: 'C62',
        unitPrice,
        tax: row.tax,
        discount: discount.gt(max) ? max : discount,
        discountIsPercent: row.isPercent,
      };
    });
    const net = totals(lines).lines.reduce((sum, one) => sum.plus(one.net), ZERO);
    const max = off?.isPercent ? decimal(100) : net;
    const discount = off
      ? { value: round2(max.times(decimal(`${off.value}e-4`))), isPercent: off.isPercent }
      : undefined;
    return { lines, discount, taxExempt };
  })
  .filter(({ lines, ...options }) => checkFigures(lines, options) === null);

export const KINDS = ['quantity', 'rest', 'part', 'free', 'reduction', 'rounded', 'mixed'] as const;
/** A credit note of one kind; what it credits depends on what is left of the invoice. */
export const randomStep = fc.record({
  kind: fc.constantFrom(...KINDS),
  pick: fc.nat({ max: 1000 }),
  share: fc.integer({ min: 1, max: 1300 }),
});
type Step = typeof randomStep extends fc.Arbitrary<infer T> ? T : never;

/** An invoice with the notes that were made of it, by the sums that the service stores. */
export class CreditBooks {
  readonly whole: Totals;
  invoice: InvoiceToCredit<OriginalLine>;
  notes: Totals[] = [];
  hasQuantities = false;
  /** Lines of rounding, each of which may exceed its rate by less than one unit. */
  roundings = 0;
  /** The note that was booked last. */
  last: CreditNote<OriginalLine> | null = null;

  constructor(invoice: Pick<InvoiceToCredit<OriginalLine>, 'lines' | 'discount' | 'taxExempt'>) {
    this.whole = totals(invoice.lines, invoice);
    const { amount, net, vat } = this.whole;
    this.invoice = { ...invoice, amount, isCredited: false, remaining: { amount, net, vat, notes: 0 } };
  }

  /** The request of a step; the client adds up the amount itself, by the prices that it sends. */
  request({ kind, pick, share }: Step): CreditRequest {
    const { lines, remaining } = this.invoice;
    const part = decimal(share).times('0.001');
    const line = lines[pick % lines.length];
    assert.ok(line);
    const open = remainingQuantity(line);
    const qty = open.gt(0) ? decimal(1 + (pick % Number(open.toFixed()))) : decimal(1);
    const named = { lineGuid: line.id, qty };
    const free = (): RequestedLine => {
      const tax = VAT_CODES[pick % 3] ?? 'S';
      const unitPrice = remaining.net[this.invoice.taxExempt ? 'Z' : tax].times(part).round(pick % 5);
      return { description: 'Galli', qty: decimal(1), unitPrice, tax };
    };
    if (kind === 'rest') return {};
    if (kind === 'part') return { isPart: true, amount: round2(remaining.amount.times(part)) };
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
    this.last = note;
    const { taxExempt } = this.invoice;
    const options = { discount: note.discount, taxExempt };
    assert.equal(checkFigures(note.lines, options), null);
    for (const line of note.lines) assertStorable(line);
    const sums = totals(note.lines, options);
    const roundings = note.lines.filter((line) => isRoundingLine(this.invoice, line)).length;
    this.roundings += roundings;
    if (note.lines.some(({ kind }) => kind === 'free' || kind === 'reduction')) {
      const { net, vat } = this.invoice.remaining;
      for (const code of VAT_CODES) {
        assert.ok(isNegative(net[code]) || sums.net[code].lte(net[code].plus(roundings)));
        assert.ok(isNegative(vat[code]) || sums.vat[code].lte(vat[code].plus(roundings)));
      }
    }
    if (note.lines.every(({ kind }) => kind === 'quantity')) this.hasQuantities = true;
    this.#book(note.lines, sums, note.leavesNothing);
    this.#assertWithinOriginal();
    return sums;
  }

  #book(lines: readonly Line[], sums: Totals, isCredited: boolean): void {
    const { remaining } = this.invoice;
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
      remaining: {
        amount: remaining.amount.minus(sums.amount),
        net: minus(remaining.net, sums.net),
        vat: minus(remaining.vat, sums.vat),
        notes: remaining.notes + 1,
      },
    };
  }

  /**
   * Each document rounds net, VAT and amount by itself, so that net and VAT are off by up to a cent for each. The amount
   * is exact, unless a note credits quantities, whose prices nobody can choose.
   */
  #assertWithinOriginal(): void {
    const { remaining } = this.invoice;
    const min = decimal('-0.01').times(this.notes.length + 1);
    assert.ok(remaining.amount.gte(this.hasQuantities ? min : ZERO), `amount ${remaining.amount.toFixed()}`);
    for (const code of VAT_CODES) {
      for (const figures of ['net', 'vat'] as const) {
        if (isNegative(this.whole[figures][code])) continue;
        const left = remaining[figures][code];
        assert.ok(left.gte(min.minus(this.roundings)), `${figures} ${code} ${left.toFixed()}`);
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
