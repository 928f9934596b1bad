import { type Decimal, decimal, decimalPlaces, divide, isNegative, isZero, round2, ZERO } from './money.ts';
import { NEWEST_VAT_RATES, type VatCode, type VatRates } from './vat.ts';

export interface CostFigures {
  /** With VAT. */
  amount: Decimal;
  vat_s: Decimal;
  vat_aa: Decimal;
}

/** What of a cost was bought at one rate. */
export interface CostPart {
  tax: VatCode;
  net: Decimal;
  vat: Decimal;
}

/** Whether there is anything left of the amount once the VAT is taken off. */
export function vatFits({ amount, vat_s, vat_aa }: CostFigures): boolean {
  return vat_s.plus(vat_aa).lt(amount);
}

/**
 * A receipt states its VAT and its total; what was bought at each rate follows from them. The parts always add up
 * to the total. Where the VAT is more than the total can hold at these rates, the net is shared in proportion.
 */
export function costParts(
  { amount, vat_s, vat_aa }: CostFigures,
  rates: VatRates = NEWEST_VAT_RATES,
): CostPart[] {
  const net = amount.minus(vat_s).minus(vat_aa);
  const [standard, reduced] = [round2(divide(vat_s, rates.S)), round2(divide(vat_aa, rates.AA))];
  const rest = net.minus(standard).minus(reduced);
  // A tax that was rounded to whole krónur stands for any net within a few of them, so a rest that small is none.
  const isTaxed = !isZero(standard.plus(reduced));
  const isRounding = isTaxed && rest.abs().lte(roundingOf(vat_s, rates.S).plus(roundingOf(vat_aa, rates.AA)));
  const nets =
    isNegative(rest) || isRounding
      ? [shareOf(net, standard, reduced), shareOf(net, reduced, standard), ZERO]
      : [standard, reduced, rest];
  const [atStandard = ZERO, atReduced = ZERO, untaxed = ZERO] = nets;
  const parts: CostPart[] = [
    { tax: 'S', net: atStandard, vat: vat_s },
    { tax: 'AA', net: atReduced, vat: vat_aa },
    { tax: 'Z', net: untaxed, vat: ZERO },
  ];
  return parts.filter((part) => !isZero(part.net) || !isZero(part.vat));
}

function roundingOf(vat: Decimal, rate: Decimal): Decimal {
  if (isZero(vat)) return ZERO;
  return divide(decimalPlaces(vat) === 0 ? HALF_KRONA : HALF_CENT, rate);
}

const HALF_KRONA = decimal('0.5');
const HALF_CENT = decimal('0.005');

/** The larger part gets what rounding leaves over, so that both are the whole. */
function shareOf(net: Decimal, part: Decimal, other: Decimal): Decimal {
  const whole = part.plus(other);
  if (isZero(other)) return net;
  if (part.gt(other)) return net.minus(shareOf(net, other, part));
  return round2(divide(net.times(part), whole));
}
