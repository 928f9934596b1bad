/** Exact integer fractions, so that the sums under test are checked by independent arithmetic. */

export interface Fraction {
  n: bigint;
  d: bigint;
}

const NONE: Fraction = { n: 0n, d: 1n };

/** Parses plain decimal text such as '-12.0345'. */
export function fraction(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length) };
}

export function add(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, { n: -b.n, d: b.d });
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.n, d: a.d * b.d };
}

export function over(a: Fraction, b: Fraction): Fraction {
  const sign = b.n < 0n ? -1n : 1n;
  return { n: a.n * b.d * sign, d: a.d * b.n * sign };
}

export function total(list: Fraction[]): Fraction {
  return list.reduce(add, NONE);
}

/** Rounded half away from zero to hundredths, as text with two decimals. */
export function cents(a: Fraction): string {
  const magnitude = ((a.n < 0n ? -a.n : a.n) * 200n + a.d) / (2n * a.d);
  const digits = magnitude.toString().padStart(3, '0');
  return `${a.n < 0n && magnitude > 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
