import type { CostCode } from '../values/codes.ts';
import { type Decimal, divide, HUNDRED, round2, ZERO } from '../values/money.ts';
import type { VatCharger } from './cost-figures.ts';

/** Which part of the input VAT of a cost code may be deducted, and why not all of it. */
export interface DeductibleShare {
  /** In percent. */
  share: number;
  reason: string;
}

/**
 * Cost codes whose input VAT may not be deducted in full (regulation 192/1993 on input VAT, article 2). A code that holds both,
 * such as the running of premises or of vehicles, is deductible here, and a person states the share of the single cost.
 */
export const PARTLY_DEDUCTIBLE: Readonly<Partial<Record<CostCode, DeductibleShare>>> = {
  '3163': { share: 0, reason: 'Hospitality, meals and gifts (regulation 192/1993, article 2)' },
};

const WHOLE: DeductibleShare = { share: 100, reason: '' };

/** `stated` is what a person has entered for this cost; null: nothing. */
export function deductibleShare(code: string, stated: number | null): DeductibleShare {
  const ofCode = PARTLY_DEDUCTIBLE[code as CostCode] ?? WHOLE;
  if (stated === null || stated === ofCode.share) return ofCode;
  return { share: stated, reason: 'Stated for this cost' };
}

/** How an amount of VAT is booked; the rest of it is cost. */
interface BookedVat {
  deducted: Decimal;
  /** What the company owes for a service from abroad. */
  owed: Decimal;
}

/**
 * On a service from abroad a company owes VAT only where it may not deduct all of it, and then the whole of it (regulation 194/1990,
 * article 4). What it may deduct of that is input VAT as any other.
 */
export function bookedVat(vat: Decimal, share: number, charger: VatCharger): BookedVat {
  const isFree = charger === 'buyer' && share === 100;
  if (isFree) return { deducted: ZERO, owed: ZERO };
  return {
    deducted: round2(divide(vat.times(share), HUNDRED)),
    owed: charger === 'buyer' ? vat : ZERO,
  };
}
