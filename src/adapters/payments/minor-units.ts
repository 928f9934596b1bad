import { decimal, decimalPlaces, divide, fixed2, HUNDRED, ONE } from '../../domain/money.ts';

/** Counted by Stripe in their own unit. All others come in hundredths, also krónur, which must be whole. */
const UNDIVIDED: readonly string[] = [
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
];

/** An amount as Stripe takes it. */
export function toMinorUnits(amount: string, currency: string): string {
  const exact = decimal(amount);
  const units = exact.times(factor(currency));
  const isWhole = decimalPlaces(currency === 'ISK' ? exact : units) === 0;
  if (!isWhole || units.lte(0)) throw new RangeError(`${amount} ${currency} cannot be charged`);
  return units.toFixed(0);
}

/** An amount as Stripe tells it. */
export function fromMinorUnits(units: number, currency: string): string {
  return fixed2(divide(decimal(units), factor(currency)));
}

function factor(currency: string) {
  return UNDIVIDED.includes(currency) ? ONE : HUNDRED;
}
