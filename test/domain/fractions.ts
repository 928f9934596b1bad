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

/** Rounded half away from zero, as text with that many decimals. */
export function roundHalfUp(a: Fraction, places: number): string {
  const scale = 10n ** BigInt(places);
  const magnitude = ((a.n < 0n ? -a.n : a.n) * 2n * scale + a.d) / (2n * a.d);
  const digits = magnitude.toString().padStart(places + 1, '0');
  const sign = a.n < 0n && magnitude > 0n ? '-' : '';
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export function cents(a: Fraction): string {
  return roundHalfUp(a, 2);
}
