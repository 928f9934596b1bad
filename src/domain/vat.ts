import { type Decimal, decimal, ZERO } from './money.ts';

/** Standard, reduced and zero rate. */
export const VAT_CODES = ['S', 'AA', 'Z'] as const;
export type VatCode = (typeof VAT_CODES)[number];

const RATES: Readonly<Record<VatCode, Decimal>> = { S: decimal('0.24'), AA: decimal('0.11'), Z: ZERO };

/** The rate as a fraction: 0.24, not 24. */
export function vatRate(code: VatCode): Decimal {
  return RATES[code];
}
