import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { InvoiceToCredit } from '../../src/domain/credit/note-lines.ts';
import { type CreditRequest, planCreditNote } from '../../src/domain/credit/plan-note.ts';
import type { OriginalLine, RequestedLine } from '../../src/domain/credit/request.ts';
import { checkFigures, totals } from '../../src/domain/invoices/totals.ts';
import { VAT_CODES, type VatCode } from '../../src/domain/invoices/vat.ts';
import { decimal, ZERO } from '../../src/domain/values/money.ts';
import { isViolation } from '../../src/domain/values/violation.ts';

/** Prices as shops store them: the gross divided by the rate, with 2, 4 or 6 decimals. The API keeps 4 of them. */
const row = fc.record({
  gross: fc.oneof(
    fc.integer({ min: 150, max: 60_000 }),
    fc.integer({ min: 15_000, max: 6_000_000 }).map((cents) => cents / 100),
  ),
  qty: fc.integer({ min: 1, max: 4 }),
  tax: fc.constantFrom<VatCode>('S', 'AA'),
});

export const shopOrder = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 3 }),
  places: fc.constantFrom(2, 4, 6),
  shipping: fc.option(fc.integer({ min: 300, max: 2500 })),
  fee: fc.option(fc.integer({ min: 50, max: 900 })),
  isFeeNegative: fc.boolean(),
  /** In whole krónur the shop adds a line that rounds the sum. */
  isWhole: fc.boolean(),
  refunds: fc.array(
    fc.record({
      kind: fc.constantFrom('line', 'amount', 'rest', 'beyond'),
      pick: fc.nat({ max: 99 }),
      percent: fc.integer({ min: 5, max: 60 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
export type ShopOrder = typeof shopOrder extends fc.Arbitrary<infer T> ? T : never;

/** Hundred-thousandths of a króna as integers: what the test computes is independent of the code that it checks. */
const RATE_PERCENT: Record<VatCode, number> = { S: 24, AA: 11, Z: 0 };
const UNIT = 10_000n;
export const grossOf = (lines: readonly { qty: bigint; price: bigint; tax: VatCode }[]): bigint =>
  lines.reduce((sum, { qty, price, tax }) => sum + qty * price * BigInt(100 + RATE_PERCENT[tax]), 0n);
/** Hundredths of a króna, rounded half away from zero, of a sum of `grossOf`. */
export const toCents = (gross: bigint): bigint => {
  const half = UNIT / 2n;
  return gross >= 0n ? (gross + half) / UNIT : -((-gross + half) / UNIT);
};

export interface ShopLine {
  id: string | null;
  qty: bigint;
  /** Ten-thousandths. */
  price: bigint;
  tax: VatCode;
}

const priceOf = (gross: number, tax: VatCode, places: number): bigint => {
  const exact = (gross * 100) / (100 + RATE_PERCENT[tax]);
  return BigInt(Math.round(Number(exact.toFixed(Math.min(places, 4))) * 10_000));
};

/** The lines of an order as a shop sends them. */
export function orderLines({ rows, places, shipping, fee, isFeeNegative, isWhole }: ShopOrder): ShopLine[] {
  const lines: ShopLine[] = rows.map(({ gross, qty, tax }, i) => ({
    ...{ id: `p${i}`, qty: BigInt(qty), tax },
    price: priceOf(gross, tax, places),
  }));
  if (shipping !== null) lines.push({ id: 'ship', qty: 1n, price: priceOf(shipping, 'S', places), tax: 'S' });
  if (fee !== null) {
    const price = priceOf(Math.min(fee, rows[0]?.gross ?? 0) / 2, 'S', places);
    const isNegative =
      isFeeNegative && lines.some(({ tax, qty, price: one }) => tax === 'S' && qty * one > price * 2n);
    lines.push({ id: 'fee', qty: 1n, price: isNegative ? -price : price, tax: 'S' });
  }
  return isWhole ? withRounding(lines, 'round') : lines;
}

/** The plugin's line that makes the sum whole. */
export function withRounding(lines: readonly ShopLine[], id: string | null): ShopLine[] {
  const cents = toCents(grossOf(lines));
  const whole = ((cents + (cents >= 0n ? 50n : -50n)) / 100n) * 100n;
  const off = whole - cents;
  return off === 0n ? [...lines] : [...lines, { id, qty: 1n, price: off * 100n, tax: 'Z' }];
}

const toDecimal = (tenThousandths: bigint) => decimal(`${tenThousandths}e-4`);

/** The order as an invoice, with what is left of it by the test's own sums. */
class ShopBooks {
  invoice: InvoiceToCredit<OriginalLine>;
  /** Hundredths. */
  left: bigint;
  readonly lines: readonly ShopLine[];

  constructor(lines: readonly ShopLine[]) {
    this.lines = lines;
    const originals = lines.map(
      ({ id, qty, price, tax }): OriginalLine => ({
        ...{ id: id ?? '', itemNumber: id, qty: decimal(String(qty)), credited: ZERO, uom: 'C62', tax },
        unitPrice: toDecimal(price),
      }),
    );
    assert.equal(checkFigures(originals), null);
    const { amount, net, vat } = totals(originals);
    this.left = toCents(grossOf(lines));
    assert.equal(amount.toFixed(2), decimal(`${this.left}e-2`).toFixed(2));
    this.invoice = { lines: originals, amount, isCredited: false, remaining: { amount, net, vat, notes: 0 } };
  }

  /** Books the note, and returns what it credits in hundredths; null where it was refused. */
  credit(request: CreditRequest): { cents: bigint; moved: boolean } | null {
    const note = planCreditNote(this.invoice, request);
    if (isViolation(note)) return null;
    const sums = totals(note.lines, { discount: note.discount });
    const { remaining } = this.invoice;
    const net = { ...remaining.net };
    const vat = { ...remaining.vat };
    for (const code of VAT_CODES) {
      net[code] = net[code].minus(sums.net[code]);
      vat[code] = vat[code].minus(sums.vat[code]);
    }
    const amount = remaining.amount.minus(sums.amount);
    assert.ok(amount.gte(0), `${amount.toFixed()} is left`);
    if (note.leavesNothing) assert.ok(amount.eq(0), `${amount.toFixed()} is left of a credited invoice`);
    for (const code of VAT_CODES)
      assert.ok(net[code].gte(-remaining.notes - 1), `${net[code].toFixed()} is left of ${code}`);
    const lines = this.invoice.lines.map((line) => {
      const taken = note.lines.filter((one) => one.kind === 'quantity' && one.original?.id === line.id);
      return { ...line, credited: taken.reduce((sum, { qty }) => sum.plus(qty), line.credited) };
    });
    const isCredited = note.leavesNothing;
    this.invoice = {
      ...this.invoice,
      lines,
      isCredited,
      remaining: { amount, net, vat, notes: remaining.notes + 1 },
    };
    const cents = BigInt(sums.amount.times(100).toFixed());
    this.left -= cents;
    return { cents, moved: note.moved?.gt(0) ?? false };
  }
}

const KRONA = 100n;

/** Refunds an order as shops do; each refund is compared with the sum that the test computes itself. */
export function refundOrder(order: ShopOrder, count: (what: string) => void): void {
  const lines = orderLines(order);
  if (grossOf(lines) <= 0n) return;
  const books = new ShopBooks(lines);
  for (const { kind, pick, percent } of order.refunds) {
    if (books.invoice.isCredited || books.left < KRONA) return;
    const { left } = books;
    if (kind === 'line') refundLine(books, pick, order, count);
    else {
      const share = kind === 'amount' ? (left * BigInt(percent)) / 100n : left;
      const wanted = kind === 'beyond' ? left + KRONA * 5n : share;
      const sent = spread(books.lines, order.isWhole ? (wanted / KRONA) * KRONA || KRONA : wanted);
      const amount = toCents(grossOf(sent));
      const done = books.credit(toRequest(sent, amount));
      if (kind === 'beyond') {
        assert.equal(done, null, `${amount} of ${left} was credited`);
        count(kind);
        continue;
      }
      assert.ok(done, `${amount} of ${left} was refused`);
      if (done.moved) count('moved');
      // The last credit takes what is left, though it may miss that by less than a króna for each rate.
      const missed = done.cents > amount ? done.cents - amount : amount - done.cents;
      assert.ok(missed < KRONA * 3n, `${done.cents} instead of ${amount}`);
      if (left - amount >= KRONA * 3n && !books.invoice.isCredited) assert.ok(missed < KRONA);
      count(kind);
    }
  }
}

/** One unit of a product, at the price as the shop rounds it. */
function refundLine(books: ShopBooks, pick: number, order: ShopOrder, count: (what: string) => void): void {
  const products = books.lines.filter(({ id, price }) => id?.startsWith('p') && price > 0n);
  const product = products[pick % products.length];
  const original = books.invoice.lines.find(({ id }) => id === product?.id);
  if (!product || !original || original.credited.gte(original.qty)) return;
  const price = pick % 2 === 0 ? product.price : ((product.price + 50n) / 100n) * 100n;
  const one = [{ ...product, qty: 1n, price }];
  const sent = order.isWhole ? withRounding(one, null) : one;
  if (sent.length > 1) count('rounding');
  const amount = toCents(grossOf(sent));
  const { left } = books;
  const net = books.invoice.remaining.net[product.tax];
  const done = books.credit(toRequest(sent, amount));
  // The line is within the invoice and within its rate, or it may be refused.
  const isWithin = amount <= left && toDecimal(price).lte(net);
  if (isWithin) assert.ok(done, `${amount} of ${left} was refused`);
  if (amount - left >= KRONA) assert.equal(done, null);
  if (done) count('line');
}

/** An amount over the VAT rates of the order, as the plugin spreads it: by the mix of the order, not by what is left. */
export function spread(lines: readonly ShopLine[], cents: bigint): ShopLine[] {
  const whole = grossOf(lines.filter(({ price }) => price > 0n));
  const codes = VAT_CODES.filter(
    (code) => code !== 'Z' && lines.some(({ tax, price }) => tax === code && price > 0n),
  );
  const parts = codes.map((tax): ShopLine => {
    const gross = grossOf(lines.filter((line) => line.tax === tax && line.price > 0n));
    const share = (cents * UNIT * gross) / (whole || 1n);
    return { id: null, qty: 1n, price: share / BigInt(100 + RATE_PERCENT[tax]), tax };
  });
  const off = cents - toCents(grossOf(parts));
  return off === 0n ? parts : [...parts, { id: null, qty: 1n, price: off * 100n, tax: 'Z' }];
}

function toRequest(lines: readonly ShopLine[], cents: bigint): CreditRequest {
  return {
    amount: decimal(`${cents}e-2`),
    lines: lines.map(
      ({ id, qty, price, tax }): RequestedLine => ({
        ...{ qty: decimal(String(qty)), unitPrice: toDecimal(price), tax, description: 'Endurgreitt' },
        ...(id && { itemNumber: id }),
      }),
    ),
  };
}
