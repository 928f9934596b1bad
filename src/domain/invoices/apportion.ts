import { type Decimal, decimal, isNegative, isZero, roundTo, sum, ZERO } from '../values/money.ts';

/**
 * Splits `total` into shares whose sum is exactly `total` (largest remainder method). Every share is its exact
 * value rounded; the leftover units of the last decimal go to the shares with the largest rounding error.
 */
export function apportion(exact: readonly Decimal[], total: Decimal, places: number): Decimal[] {
  const shares = exact.map((one) => roundTo(one, places));
  const unit = decimal(`1e-${places}`);
  const missing = total.minus(sum(shares));
  if (isZero(missing) || shares.length === 0) return shares;
  const step = isNegative(missing) ? ZERO.minus(unit) : unit;
  const off = (index: number) => (exact[index] ?? ZERO).minus(shares[index] ?? ZERO);
  const order = shares.map((_, index) => index);
  const errors = order.map(off);
  const by = (a: number, b: number) => (errors[a] ?? ZERO).cmp(errors[b] ?? ZERO);
  order.sort((a, b) => (isNegative(missing) ? by(a, b) : by(b, a)));
  for (
    let units = missing
        .abs()
        .times(10 ** places)
        .toNumber(),
      at = 0;
    units > 0;
    units--, at++
  ) {
    const index = order[at % order.length] ?? 0;
    shares[index] = (shares[index] ?? ZERO).plus(step);
  }
  return shares;
}
