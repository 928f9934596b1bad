import { apportion } from '../invoices/apportion.ts';
import type { Totals } from '../invoices/totals.ts';
import { VAT_CODES, type VatCode, type VatRates } from '../invoices/vat.ts';
import {
  type Decimal,
  decimal,
  divide,
  fixed2,
  isNegative,
  isZero,
  ONE,
  roundTo,
  sum,
  ZERO,
} from '../values/money.ts';
import type { CreditViolation } from './request.ts';

/** What earlier credit notes have left of an invoice, by its stored and rounded sums. */
export interface RemainingSums {
  amount: Decimal;
  net: Record<VatCode, Decimal>;
  vat: Record<VatCode, Decimal>;
  /** The number of earlier notes. Each was rounded by itself, so each may be half a cent off. */
  notes: number;
}

const HALF_CENT = decimal('0.005');
// Nets are searched to four decimals, as unit prices are stored. Each balancing line may move a net by half of the last
// decimal, and the sum of three rates by three times as much with VAT; the limits keep that distance.
export const PRICE_PLACES = 4;
const NET_STEP = decimal('0.0001');
const MARGIN = decimal('0.0048');

/** How far the rounded figures of the invoice, its earlier notes and this one can be off together. */
export function roundingBound({ notes }: RemainingSums): Decimal {
  return HALF_CENT.times(notes + 2);
}

/** The net of one VAT rate on a note, and the limits within which it credits no more than is left of that rate. */
interface NetRange {
  code: VatCode;
  rate: Decimal;
  start: Decimal;
  /** Within these limits neither net nor VAT exceeds what is left. */
  limits: Limits;
  /** Within these the net does not, and the VAT by a cent where earlier rounding leaves no other way. */
  netLimits: Limits;
}

interface Limits {
  low: Decimal;
  high: Decimal;
}

const max = (a: Decimal, b: Decimal) => (a.gt(b) ? a : b);
const min = (a: Decimal, b: Decimal) => (a.lt(b) ? a : b);
const clamp = (d: Decimal, { low, high }: Limits) => max(low, min(d, high));

/**
 * The largest net that rounds to no more than `net` and whose VAT rounds to no more than `vat`; and the smallest one that
 * rounds to exactly those, if there is one. Without `vat` only the net counts. A negative sum is mirrored.
 */
function findLimits(rate: Decimal, net: Decimal, vat?: Decimal): Limits {
  if (isZero(net) && (!vat || isZero(vat))) return { low: ZERO, high: ZERO };
  const sign = isNegative(net) ? -1 : 1;
  const edges = (side: Decimal) => {
    const byNet = net.times(sign).plus(side);
    return vat && !isZero(rate) ? [byNet, divide(vat.times(sign).plus(side), rate)] : [byNet];
  };
  const high = max(ZERO, edges(HALF_CENT).reduce(min).minus(NET_STEP));
  const low = min(high, max(ZERO, edges(ZERO.minus(HALF_CENT)).reduce(max).plus(NET_STEP)));
  const [a, b] = [low, high].map((edge) => roundTo(edge.times(sign), PRICE_PLACES)) as [Decimal, Decimal];
  return { low: min(a, b), high: max(a, b) };
}

function gross({ rate }: { rate: Decimal }, net: Decimal): Decimal {
  return net.times(ONE.plus(rate));
}

/**
 * Moves the nets until they add up to the amount including VAT: within the limits of net and VAT if that is possible,
 * else within those of the net, else beyond. Only rounding of earlier notes makes the later steps necessary.
 */
function fitNets(amount: Decimal, ranges: readonly NetRange[]): Map<VatCode, Decimal> {
  const nets = new Map(ranges.map(({ code, start, limits }) => [code, clamp(start, limits)]));
  const netOf = ({ code }: NetRange) => nets.get(code) ?? ZERO;
  for (const limitsOf of [
    ({ limits }: NetRange) => limits,
    ({ netLimits }: NetRange) => netLimits,
    () => null,
  ]) {
    for (const range of ranges) {
      const gap = amount.minus(sum(ranges.map((one) => gross(one, netOf(one)))));
      if (gap.abs().lte(MARGIN)) return nets;
      const moved = netOf(range).plus(roundTo(divide(gap, ONE.plus(range.rate)), PRICE_PLACES));
      const limits = limitsOf(range);
      nets.set(range.code, limits ? clamp(moved, limits) : moved);
    }
  }
  return nets;
}

function netRanges(remaining: RemainingSums, codes: readonly VatCode[], rates: VatRates): NetRange[] {
  return codes
    .map((code) => {
      const [net, rate] = [remaining.net[code], rates[code]];
      const limits = findLimits(rate, net, remaining.vat[code]);
      return { code, rate, start: net, limits, netLimits: findLimits(rate, net) };
    })
    .sort((a, b) => b.start.abs().cmp(a.start.abs()));
}

/** For each VAT rate the net that credits all that is left of it. */
export function wholeNets(remaining: RemainingSums, codes: readonly VatCode[], rates: VatRates) {
  return fitNets(max(remaining.amount, ZERO), netRanges(remaining, codes, rates));
}

/** The net that credits all that is left of one VAT rate. */
export function wholeNet(remaining: RemainingSums, code: VatCode, rates: VatRates): Decimal {
  const [range] = netRanges(remaining, [code], rates);
  return range ? clamp(range.start, range.limits) : ZERO;
}

/** Splits an amount including VAT over the VAT rates in proportion to what is left of each; the shares are whole cents. */
export function spreadNets(
  amount: Decimal,
  remaining: RemainingSums,
  codes: readonly VatCode[],
  rates: VatRates,
): Map<VatCode, Decimal> {
  const ranges = netRanges(remaining, codes, rates);
  const full = ranges.map((range) => {
    const { low, high } = range.limits;
    return gross(range, isNegative(low) ? low : high);
  });
  const whole = sum(full);
  const shares = isZero(whole)
    ? full
    : apportion(
        full.map((one) => divide(one.times(amount), whole)),
        amount,
        2,
      );
  const spread = ranges.map((range, i) => ({
    ...range,
    start: roundTo(divide(shares[i] ?? ZERO, ONE.plus(range.rate)), PRICE_PLACES),
    limits: upToZero(range.limits),
    netLimits: upToZero(range.netLimits),
  }));
  return fitNets(amount, spread);
}

function upToZero({ low, high }: Limits): Limits {
  return { low: min(low, ZERO), high: max(high, ZERO) };
}

/**
 * The refusal if a note credits more than is left of the invoice or of one of its VAT rates, or null. `tolerance` is for
 * notes that credit quantities at the original's price, which are refused for no rounding that they did not choose.
 */
export function checkRemaining(
  remaining: RemainingSums,
  sums: Totals,
  rates: VatRates,
  tolerance: Decimal,
): CreditViolation | null {
  for (const code of VAT_CODES) {
    if (
      !exceeds(sums.net[code], remaining.net[code], tolerance) &&
      !exceeds(sums.vat[code], remaining.vat[code], tolerance)
    )
      continue;
    return exceedsRate(remaining, { code, rate: rates[code] });
  }
  return sums.amount.lte(remaining.amount.plus(tolerance)) ? null : exceedsRemaining(remaining);
}

export function exceedsRate(
  remaining: RemainingSums,
  { code, rate }: { code: VatCode; rate: Decimal },
): CreditViolation {
  const most = [remaining.net[code], remaining.vat[code]].map((one) => fixed2(max(one, ZERO))) as [
    string,
    string,
  ];
  const percent = rate.times(100).toFixed();
  const message = `Only ${most[0]} and VAT of ${most[1]} are left to credit at ${percent} % VAT; credit less, or leave items out to credit all that is left`;
  return { code: 'exceeds_rate', message, values: [percent, ...most] };
}

export function exceedsRemaining({ amount }: RemainingSums): CreditViolation {
  const most = fixed2(max(amount, ZERO));
  const message = `Only ${most} is left to credit; credit less, or leave items out to credit all that is left`;
  return { code: 'exceeds_rest', message, values: [most] };
}

/** Lines with negative prices can leave a negative sum of a rate; it is exceeded downwards. */
function exceeds(figure: Decimal, remaining: Decimal, tolerance: Decimal): boolean {
  if (!isNegative(remaining)) return figure.gt(remaining.plus(tolerance));
  return figure.lt(remaining.minus(tolerance)) || (isZero(tolerance) && figure.gt(ZERO));
}
