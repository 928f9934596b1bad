import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LineFigures, TotalsOptions } from '../../src/domain/invoices/line-figures.ts';
import { checkFigures, totals } from '../../src/domain/invoices/totals.ts';
import type { VatCode } from '../../src/domain/invoices/vat.ts';
import { decimal, fixed2, sum } from '../../src/domain/values/money.ts';
import { add, cents, type Fraction, fraction, multiply, over, subtract, total } from './fractions.ts';

interface CartLine {
  qty: string;
  price: string;
  tax: VatCode;
  off: { value: string; percent: boolean } | null;
}

interface Cart {
  lines: CartLine[];
  off: { value: string; percent: boolean } | null;
  exempt: boolean;
}

const CODES = ['S', 'AA', 'Z'] as const;
const RATES: Record<VatCode, string> = { S: '0.24', AA: '0.11', Z: '0' };

function text(n: number | bigint, places: number): string {
  const digits = `${n}`.replace('-', '').padStart(places + 1, '0');
  const point = digits.length - places;
  return `${n < 0 ? '-' : ''}${digits.slice(0, point)}${places > 0 ? `.${digits.slice(point)}` : ''}`;
}

function base(line: CartLine): Fraction {
  return multiply(fraction(line.qty), fraction(line.price));
}

function net(line: CartLine): Fraction {
  const whole = base(line);
  if (line.off === null) return whole;
  const value = fraction(line.off.value);
  return subtract(whole, line.off.percent ? multiply(whole, multiply(value, fraction('0.01'))) : value);
}

/** The fraction of each line that remains after the invoice discount. */
function left(cart: Cart): Fraction {
  if (cart.off === null) return fraction('1');
  const value = fraction(cart.off.value);
  if (cart.off.percent) return subtract(fraction('1'), multiply(value, fraction('0.01')));
  const whole = total(cart.lines.map(net));
  return over(subtract(whole, value), whole);
}

function expected(cart: Cart) {
  const share = left(cart);
  const rate = (line: CartLine) => fraction(cart.exempt ? '0' : RATES[line.tax]);
  const nets = cart.lines.map((line) => multiply(net(line), share));
  const gross = nets.map((n, i) => multiply(n, add(fraction('1'), rate(cart.lines[i] as CartLine))));
  const ofCode = (code: VatCode) =>
    total(nets.filter((_, i) => (cart.exempt ? 'Z' : cart.lines[i]?.tax) === code));
  return {
    amount: cents(total(gross)),
    net: CODES.map((code) => cents(ofCode(code))),
    vat: CODES.map((code) => cents(multiply(ofCode(code), fraction(cart.exempt ? '0' : RATES[code])))),
    discountTotal: cents(subtract(total(cart.lines.map(base)), total(nets))),
    gross: gross.map(cents),
  };
}

function figures(line: CartLine): LineFigures {
  const { qty, price, tax, off } = line;
  const plain = { qty: decimal(qty), unitPrice: decimal(price), tax };
  return off === null ? plain : { ...plain, discount: decimal(off.value), discountIsPercent: off.percent };
}

function options({ off, exempt }: Cart): TotalsOptions {
  const discount = off === null ? undefined : { value: decimal(off.value), isPercent: off.percent };
  return { discount, taxExempt: exempt };
}

/** A multiple of a hundredth of `max`, so that discounts always fit; truncated to four decimals like a price. */
function part(max: Fraction, hundredths: number): string {
  const size = max.n < 0n ? -max.n : max.n;
  return text((size * BigInt(hundredths) * 10_000n) / (max.d * 100n), 4);
}

const hundredths = fc.integer({ min: 0, max: 100 });
const percentage = fc.integer({ min: 0, max: 10_000 }).map((n) => text(n, 2));
const kindOfDiscount = fc.constantFrom('none', 'percent', 'amount');

const cartLine = fc
  .record({
    qty: fc.oneof(
      fc.integer({ min: 1, max: 500 }).map((n) => text(n, 0)),
      fc.integer({ min: 1, max: 99_999 }).map((n) => text(n, 3)),
    ),
    price: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 50_000_000 }).map((n) => text(n, 4)) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 2_000 }).map((n) => text(n, 3)) },
      { weight: 1, arbitrary: fc.integer({ min: -9_999_999, max: -1 }).map((n) => text(n, 4)) },
    ),
    tax: fc.constantFrom(...CODES),
    kind: kindOfDiscount,
    percentage,
    hundredths,
  })
  .map(({ kind, percentage: p, hundredths: h, ...line }): CartLine => {
    if (kind === 'none') return { ...line, off: null };
    if (kind === 'percent') return { ...line, off: { value: p, percent: true } };
    return { ...line, off: { value: part(base({ ...line, off: null }), h), percent: false } };
  });

const cart = fc
  .record({
    lines: fc.array(cartLine, { minLength: 1, maxLength: 8 }),
    kind: kindOfDiscount,
    percentage,
    hundredths,
    exempt: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  })
  .map(({ lines, kind, percentage: p, hundredths: h, exempt }): Cart => {
    const whole = total(lines.map(net));
    if (kind === 'percent') return { lines, exempt, off: { value: p, percent: true } };
    if (kind === 'amount' && whole.n > 0n)
      return { lines, exempt, off: { value: part(whole, h), percent: false } };
    return { lines, exempt, off: null };
  });

describe('ten thousand random carts', () => {
  const seen = { line: new Set<string>(), invoice: new Set<string>(), codes: new Set<string>(), negative: 0 };
  const run = (numRuns: number, check: (c: Cart) => void) =>
    fc.assert(fc.property(cart, check), { seed: 20260218, numRuns });

  test('have the sums of exact fractions', () => {
    run(10_000, (c) => {
      const t = totals(c.lines.map(figures), options(c));
      const actual = {
        amount: fixed2(t.amount),
        net: CODES.map((code) => fixed2(t.net[code])),
        vat: CODES.map((code) => fixed2(t.vat[code])),
        discountTotal: fixed2(t.discountTotal),
        gross: t.lines.map((l) => fixed2(l.gross)),
      };
      assert.deepEqual(actual, expected(c));
      note(c);
    });
    assert.deepEqual([...seen.line].sort(), ['amount', 'none', 'percent']);
    assert.deepEqual([...seen.invoice].sort(), ['amount', 'none', 'percent']);
    assert.deepEqual([...seen.codes].sort(), ['AA', 'S', 'Z']);
    assert.ok(seen.negative > 1000);
  });

  test('have figures that add up, also by line', () => {
    run(2_000, (c) => {
      const t = totals(c.lines.map(figures), options(c));
      for (const d of [t.amount, t.netTotal, t.vatTotal]) assert.equal(d.toFixed(2), fixed2(d));
      assert.equal(t.netTotal.plus(t.vatTotal).toFixed(2), fixed2(t.amount));
      assert.equal(t.vat.S.plus(t.vat.AA).plus(t.vat.Z).toFixed(2), fixed2(t.vatTotal));
      assert.ok(
        sum(t.lines.map((l) => l.gross))
          .minus(t.amount)
          .abs()
          .lte(decimal('0.0051')),
      );
      assert.ok(
        sum(t.lines.map((l) => l.net))
          .minus(t.netTotal)
          .abs()
          .lte(decimal('0.0151')),
      );
    });
  });

  test('are refused only for a negative total', () => {
    run(2_000, (c) => {
      const problem = checkFigures(c.lines.map(figures), options(c));
      assert.equal(problem?.code, expected(c).amount.startsWith('-') ? 'negative_total' : undefined);
    });
  });

  function note(c: Cart): void {
    const kind = (off: CartLine['off']) => (off === null ? 'none' : off.percent ? 'percent' : 'amount');
    seen.invoice.add(kind(c.off));
    if (c.lines.some((l) => l.price.startsWith('-'))) seen.negative += 1;
    for (const l of c.lines) {
      seen.line.add(kind(l.off));
      seen.codes.add(l.tax);
    }
  }
});
