import { type Decimal, decimal } from '../values/money.ts';

interface Sum {
  amount: string | null;
  currency: string;
  /** ISK for one unit, as the cost has it. */
  exchange_rate: string | null;
  /** The same by the table of the service on the day of the cost. */
  known_rate: string | null;
}

/**
 * Whether two people approve a cost: where its sum exceeds `above` krónur, 0 for none. A rate that was typed cannot make a sum
 * smaller than the table says. Without a rate of the table nobody knows how large it is, and two people look at it.
 */
export function needsTwoApprovals(sum: Sum, above: number | undefined): boolean {
  if (!above) return false;
  const amount = decimal(sum.amount ?? '0');
  if (sum.currency === 'ISK') return amount.gt(above);
  if (sum.known_rate === null) return !amount.eq(0);
  return amount.times(larger(sum.known_rate, sum.exchange_rate)).gt(above);
}

function larger(one: string, other: string | null): Decimal {
  const [a, b] = [decimal(one), decimal(other ?? one)];
  return a.gt(b) ? a : b;
}
