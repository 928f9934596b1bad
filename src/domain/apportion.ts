import { type Decimal, decimal, isNegative, isZero, round2, sum, ZERO } from './money.ts';

const CENT = decimal('0.01');

/**
 * Splits `total` into shares of two decimals whose sum is exactly `total` (largest remainder method). Every share
 * is its exact value rounded; the leftover cents go to the shares with the largest rounding error.
 */
export function apportion(exact: readonly Decimal[], total: Decimal): Decimal[] {
  const shares = exact.map(round2);
  const missing = total.minus(sum(shares));
  if (isZero(missing) || shares.length === 0) return shares;
  const step = isNegative(missing) ? ZERO.minus(CENT) : CENT;
  const off = (index: number) => (exact[index] ?? ZERO).minus(shares[index] ?? ZERO);
  const order = shares.map((_, index) => index);
  const errors = order.map(off);
  const by = (a: number, b: number) => (errors[a] ?? ZERO).cmp(errors[b] ?? ZERO);
  order.sort((a, b) => (isNegative(missing) ? by(a, b) : by(b, a)));
  for (let cents = missing.abs().times(100).toNumber(), at = 0; cents > 0; cents--, at++) {
    const index = order[at % order.length] ?? 0;
    shares[index] = (shares[index] ?? ZERO).plus(step);
  }
  return shares;
}
