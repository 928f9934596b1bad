import Big from 'big.js';

/** An exact decimal number. Treat it as immutable: the same object may be shared between figures. */
export type Decimal = Big;

const Exact = Big();

const DIVISION_PLACES = 40;
const HALF_UP = 1;

// Adding numbers of very different size writes out every digit between them, so a short text such as
// "1e99999999" could fill the memory. No honest amount comes near these bounds.
const MAX_TEXT_LENGTH = 100;
const MAX_EXPONENT = 60;

export const ZERO: Decimal = new Exact('0');
export const ONE: Decimal = new Exact('1');
export const HUNDRED: Decimal = new Exact('100');

/** Reads a number exactly as it is written; throws on what is not a number or is absurdly large or small. */
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
 * Rounds half away from zero: 0.005 becomes 0.01 and -0.005 becomes -0.01, so that a credit note is the
 * mirror image of its invoice. Negative zero never comes out.
 */
export function roundTo(d: Decimal, places: number): Decimal {
  const rounded = decimalPlaces(d) <= places ? d : d.round(places, HALF_UP);
  return isZero(rounded) ? ZERO : rounded;
}

/** The rounding of money, made once, when a figure is final. */
export function round2(d: Decimal): Decimal {
  return roundTo(d, 2);
}

/** The digits as an integer and the power of ten that they are to be multiplied with. */
function integerParts(d: Decimal): [digits: bigint, power: number] {
  return [BigInt(d.c.join('')), d.e - d.c.length + 1];
}

/**
 * The quotient, cut off after 40 decimals; make it the last step before a rounding. It is cut and not rounded
 * because rounding half up what was cut gives the same as rounding the true quotient, while rounding twice
 * does not. Integers of the engine do it several times faster than the long division of the library, which
 * counts where a discount is shared by hundreds of lines.
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

/** '1240.00': how money is stored and printed. */
export function fixed2(d: Decimal): string {
  const text = d.toFixed(2, HALF_UP);
  return text === '-0.00' ? '0.00' : text;
}

/** How many decimals the number needs: 1.50 needs one. */
export function decimalPlaces(d: Decimal): number {
  return Math.max(0, d.c.length - d.e - 1);
}

/** The JSON number of a stored or computed figure. Only for going out: nothing is computed with it. */
export function toWire(d: Decimal | string): number {
  const n = typeof d === 'string' ? (d.trim() === '' ? Number.NaN : Number(d)) : d.toNumber();
  if (!Number.isFinite(n)) throw new RangeError('not a number that JSON can carry');
  return n === 0 ? 0 : n;
}
