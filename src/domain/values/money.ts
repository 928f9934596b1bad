import Big from 'big.js';

/** An exact decimal number. Treat it as immutable: the same object may be shared between figures. */
export type Decimal = Big;

const Exact = Big();

const DIVISION_PLACES = 40;
const HALF_UP = 1;

// Adding numbers of very different magnitude allocates every digit between them, so a short text such as
// "1e99999999" could exhaust the memory. No real amount comes near these bounds.
const MAX_TEXT_LENGTH = 100;
const MAX_EXPONENT = 60;

export const ZERO: Decimal = new Exact('0');
export const ONE: Decimal = new Exact('1');
export const HUNDRED: Decimal = new Exact('100');

/** Parses a number exactly; throws if it is not a number or exceeds the bounds. */
export function decimal(v: string | number | Decimal): Decimal {
  if (typeof v === 'object') return v;
  if (typeof v === 'string' && v.length > MAX_TEXT_LENGTH) throw new RangeError('number has too many digits');
  const d = new Exact(v);
  if (d.e > MAX_EXPONENT || d.e < -MAX_EXPONENT) throw new RangeError('number is out of bounds');
  return d;
}

export function isZero(d: Decimal): boolean {
  return d.c[0] === 0;
}

export function isNegative(d: Decimal): boolean {
  return d.s < 0 && !isZero(d);
}

/**
 * Rounds half away from zero: 0.005 becomes 0.01 and -0.005 becomes -0.01, so that a credit note is the exact
 * negative of its invoice. Never returns negative zero.
 */
export function roundTo(d: Decimal, places: number): Decimal {
  const rounded = decimalPlaces(d) <= places ? d : d.round(places, HALF_UP);
  return isZero(rounded) ? ZERO : rounded;
}

/** Rounding of money. Apply it once, when a figure is final. */
export function round2(d: Decimal): Decimal {
  return roundTo(d, 2);
}

/** The digits as an integer, and the power of ten to multiply it by. */
function integerParts(d: Decimal): [digits: bigint, power: number] {
  return [BigInt(d.c.join('')), d.e - d.c.length + 1];
}

/**
 * The quotient, truncated after 40 decimals. Divide last, directly before rounding: rounding half up a truncated
 * quotient gives the same result as rounding the exact one, whereas rounding twice does not. BigInt division is
 * several times faster than the long division of big.js, which matters when a discount is split over hundreds of
 * lines.
 */
export function divide(a: Decimal, b: Decimal): Decimal {
  if (isZero(b)) throw new RangeError('division by zero');
  const [dividend, power] = integerParts(a);
  const [divisor, powerBelow] = integerParts(b);
  const shift = power - powerBelow + DIVISION_PLACES;
  const quotient =
    shift < 0 ? dividend / (divisor * 10n ** BigInt(-shift)) : (dividend * 10n ** BigInt(shift)) / divisor;
  return new Exact(`${a.s === b.s ? '' : '-'}${quotient}e-${DIVISION_PLACES}`);
}

export function sum(ds: Iterable<Decimal>): Decimal {
  let total = ZERO;
  for (const d of ds) total = total.plus(d);
  return total;
}

/** Currencies without a minor unit: they are paid, printed and charged in whole units only. */
export const WHOLE_CURRENCIES: readonly string[] = ['ISK', 'JPY', 'KRW', 'VND'];

/** The decimals of an amount that somebody pays. The books keep two for every currency. */
export function currencyPlaces(currency: string): 0 | 2 {
  return WHOLE_CURRENCIES.includes(currency) ? 0 : 2;
}

/** '1240.00': the format in which money is stored and printed. */
export function fixed2(d: Decimal): string {
  const text = d.toFixed(2, HALF_UP);
  return text === '-0.00' ? '0.00' : text;
}

/** The number of decimals that the value needs: 1.50 needs one. */
export function decimalPlaces(d: Decimal): number {
  return Math.max(0, d.c.length - d.e - 1);
}

/** The JSON number of a stored or computed figure. It is for output only: never compute with it. */
export function toWire(d: Decimal | string): number {
  const n = typeof d === 'string' ? (d.trim() === '' ? Number.NaN : Number(d)) : d.toNumber();
  if (!Number.isFinite(n)) throw new RangeError('not a number that JSON can carry');
  return n === 0 ? 0 : n;
}
