import { decimal, decimalPlaces, divide, fixed2, HUNDRED, ONE } from '../../domain/values/money.ts';

/**
 * Currencies that Stripe counts in their main unit. All others are counted in hundredths, including krónur, which
 * must be whole.
 */
const ZERO_DECIMAL_CURRENCIES: readonly string[] = [
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

/** An amount in the unit of Stripe's requests. */
export function toMinorUnits(amount: string, currency: string): string {
  const exact = decimal(amount);
  const units = exact.times(factor(currency));
  const isWhole = decimalPlaces(currency === 'ISK' ? exact : units) === 0;
  if (!isWhole || units.lte(0)) throw new RangeError(`${amount} ${currency} cannot be charged`);
  return units.toFixed(0);
}

/** An amount from the unit of Stripe's responses. */
export function fromMinorUnits(units: number, currency: string): string {
  return fixed2(divide(decimal(units), factor(currency)));
}

function factor(currency: string) {
  return ZERO_DECIMAL_CURRENCIES.includes(currency) ? ONE : HUNDRED;
}
