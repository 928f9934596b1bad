import { NEWEST_VAT_RATES, type VatCode, type VatRates } from '../invoices/vat.ts';
import {
  type Decimal,
  decimal,
  decimalPlaces,
  divide,
  isNegative,
  isZero,
  round2,
  ZERO,
} from '../values/money.ts';

/**
 * Who charges the VAT of a cost. That of the supplier and of the customs is within the amount, and a bill of the customs may be nothing
 * else. A company that buys a service from abroad owes the VAT on it itself, beside the amount (act 50/1988, article 35).
 */
export const VAT_CHARGERS = ['supplier', 'customs', 'buyer'] as const;
export type VatCharger = (typeof VAT_CHARGERS)[number];

interface CostFigures {
  /** What is to be paid for it. */
  amount: Decimal;
  vat_s: Decimal;
  vat_aa: Decimal;
}

/** The part of a cost that was bought at one VAT rate. */
export interface CostPart {
  tax: VatCode;
  net: Decimal;
  vat: Decimal;
}

/** Whether VAT within the amount leaves a positive net amount, or that of a service from abroad is at most that of the amount. */
export function vatFits(
  { amount, vat_s, vat_aa }: CostFigures,
  charger: VatCharger = 'supplier',
  rates: VatRates = NEWEST_VAT_RATES,
): boolean {
  if (charger === 'customs') return vat_s.plus(vat_aa).lte(amount);
  if (charger === 'supplier') return vat_s.plus(vat_aa).lt(amount);
  const taxed = divide(vat_s, rates.S).plus(divide(vat_aa, rates.AA));
  return taxed.lte(amount.plus(roundingOf(vat_s, rates.S)).plus(roundingOf(vat_aa, rates.AA)));
}

/**
 * Derives the net amount at each VAT rate from the two facts that a receipt states: its VAT amounts and its total.
 * The parts always add up to the total. If the VAT is too high for the total at these rates, the net is split in
 * proportion.
 */
export function costParts(
  { amount, vat_s, vat_aa }: CostFigures,
  rates: VatRates = NEWEST_VAT_RATES,
): CostPart[] {
  const net = amount.minus(vat_s).minus(vat_aa);
  const [standard, reduced] = [round2(divide(vat_s, rates.S)), round2(divide(vat_aa, rates.AA))];
  const remainder = net.minus(standard).minus(reduced);
  // VAT rounded to whole krónur matches a range of net amounts. A remainder within that range is rounding,
  // not a purchase without VAT.
  const isTaxed = !isZero(standard.plus(reduced));
  const isRounding =
    isTaxed && remainder.abs().lte(roundingOf(vat_s, rates.S).plus(roundingOf(vat_aa, rates.AA)));
  const nets =
    isNegative(remainder) || isRounding
      ? [shareOf(net, standard, reduced), shareOf(net, reduced, standard), ZERO]
      : [standard, reduced, remainder];
  const [atStandard = ZERO, atReduced = ZERO, untaxed = ZERO] = nets;
  const parts: CostPart[] = [
    { tax: 'S', net: atStandard, vat: vat_s },
    { tax: 'AA', net: atReduced, vat: vat_aa },
    { tax: 'Z', net: untaxed, vat: ZERO },
  ];
  return parts.filter((part) => !isZero(part.net) || !isZero(part.vat));
}

/** The parts of a service from abroad: what of it is taxed at each rate, and the rest. Where all VAT may be deducted none is owed. */
export function partsFromAbroad(
  { amount, vat_s, vat_aa }: CostFigures,
  rates: VatRates,
  share: number,
): CostPart[] {
  if (share === 100) return [{ tax: 'Z', net: amount, vat: ZERO }];
  const [standard, reduced] = [round2(divide(vat_s, rates.S)), round2(divide(vat_aa, rates.AA))];
  return [
    { tax: 'S', net: standard, vat: vat_s },
    { tax: 'AA', net: reduced, vat: vat_aa },
    { tax: 'Z', net: amount.minus(standard).minus(reduced), vat: ZERO },
  ];
}

/**
 * Whether each VAT amount is its rate of the net amount, as far as EN 16931 asks for it: by less than one unit (BR-CO-17).
 * It is not where an invoice passes on import VAT, which was charged on goods that are not on the invoice.
 */
export function vatFollowsRates(parts: readonly CostPart[], rates: VatRates): boolean {
  return parts.every(({ tax, net, vat }) => round2(net.times(rates[tax])).minus(vat).abs().lt(ONE));
}

const ONE = decimal('1');

function roundingOf(vat: Decimal, rate: Decimal): Decimal {
  if (isZero(vat)) return ZERO;
  return divide(decimalPlaces(vat) === 0 ? HALF_KRONA : HALF_CENT, rate);
}

const HALF_KRONA = decimal('0.5');
const HALF_CENT = decimal('0.005');

/** The larger share absorbs the rounding difference, so that both shares add up to the net. */
function shareOf(net: Decimal, part: Decimal, other: Decimal): Decimal {
  const whole = part.plus(other);
  if (isZero(other)) return net;
  if (part.gt(other)) return net.minus(shareOf(net, other, part));
  return round2(divide(net.times(part), whole));
}
