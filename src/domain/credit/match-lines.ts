import { type Decimal, isNegative, isZero, ONE, ZERO } from '../values/money.ts';
import { isViolation } from '../values/violation.ts';
import {
  type CreditViolation,
  type CreditWording,
  type OriginalLine,
  type RequestedLine,
  remainingQuantity,
} from './request.ts';

/** The original lines that match the request. A line guid wins over an item guid, and that over an item number. */
function candidates<L extends OriginalLine>(lines: readonly L[], requested: RequestedLine): L[] {
  const { lineGuid, itemGuid, itemNumber } = requested;
  const byLine = lineGuid ? lines.filter((line) => line.id === lineGuid) : [];
  if (byLine.length > 0) return byLine;
  const byItem = itemGuid ? lines.filter((line) => line.itemGuid === itemGuid) : [];
  if (byItem.length > 0) return byItem;
  return itemNumber ? lines.filter((line) => line.itemNumber === itemNumber) : [];
}

/** The refusal if the requested price or tax differs from the original line, or null. */
function findDifference(
  line: OriginalLine,
  requested: RequestedLine,
  number: number,
  wording: CreditWording,
): CreditViolation | null {
  if (requested.unitPrice !== undefined && !requested.unitPrice.eq(line.unitPrice)) {
    const message = `Line ${number}: ${wording.noun} takes the price of the ${wording.document}; send unit_price ${line.unitPrice.toFixed()} or leave it out`;
    return {
      code: 'price_differs',
      line: number,
      message,
      values: [String(number), line.unitPrice.toFixed()],
    };
  }
  if (requested.tax !== undefined && requested.tax !== line.tax) {
    const message = `Line ${number}: ${wording.noun} takes the tax of the ${wording.document}; send tax ${line.tax} or leave it out`;
    return { code: 'tax_differs', line: number, message, values: [String(number), line.tax] };
  }
  return null;
}

function overCredited(max: Decimal, number: number, { verb }: CreditWording): CreditViolation {
  const message = isZero(max)
    ? `Line ${number}: 0 are left to ${verb}; leave this line out`
    : `Line ${number}: only ${max.toFixed()} are left to ${verb}; send qty ${max.toFixed()} or less`;
  return { code: 'over_credited', line: number, message, values: [String(number), max.toFixed()] };
}

/**
 * Matches the requested lines one after the other, each with the quantities that those before it have left, or returns
 * the first refusal. `matchOne` takes the quantities that remain of each line, by its id.
 */
export function matchLines<L extends OriginalLine, M extends CreditMatch<L>>(
  lines: readonly L[],
  requested: readonly RequestedLine[],
  matchOne: (
    remaining: ReadonlyMap<string, Decimal>,
    line: RequestedLine,
    number: number,
  ) => M | CreditViolation,
): M[] | CreditViolation {
  const remaining = new Map(lines.map((line) => [line.id, remainingQuantity(line)]));
  const matches: M[] = [];
  for (const [i, line] of requested.entries()) {
    const match = matchOne(remaining, line, i + 1);
    if (isViolation(match)) return match;
    matches.push(match);
    if (match.kind !== 'quantity' && match.kind !== 'rounded') continue;
    const { id } = match.original;
    remaining.set(id, (remaining.get(id) ?? ZERO).minus(line.qty));
  }
  return matches;
}

/**
 * Finds the first original line that matches the request in identity, price and tax and has enough quantity left.
 * One item may be on several lines at different prices, so every matching line is tried before the price is
 * refused.
 */
export function matchLine<L extends OriginalLine>(
  lines: readonly L[],
  remaining: ReadonlyMap<string, Decimal>,
  requested: RequestedLine,
  number: number,
  wording: CreditWording,
): QuantityMatch<L> | CreditViolation {
  if (isNegative(requested.qty) || isZero(requested.qty)) {
    const message = `Line ${number}: send a qty greater than 0`;
    return { code: 'bad_quantity', line: number, message, values: [String(number)] };
  }
  const matches = candidates(lines, requested);
  const [first] = matches;
  if (first === undefined) {
    const message = `Line ${number}: the ${wording.document} has no such line; send the guid or item_number of one of its lines`;
    return { code: 'unknown_line', line: number, message, values: [String(number)] };
  }
  let max = ZERO;
  let hasMatch = false;
  for (const line of matches) {
    if (findDifference(line, requested, number, wording) !== null) continue;
    hasMatch = true;
    const available = remaining.get(line.id) ?? ZERO;
    if (available.gte(requested.qty)) return { kind: 'quantity', original: line };
    if (available.gt(max)) max = available;
  }
  const problem = hasMatch ? null : findDifference(first, requested, number, wording);
  return problem ?? overCredited(max, number, wording);
}

/** A quantity of an original line at its price. */
export interface QuantityMatch<L extends OriginalLine> {
  kind: 'quantity';
  original: L;
}

/** How a requested line of a credit note relates to the invoice. */
export type CreditMatch<L extends OriginalLine> =
  | QuantityMatch<L>
  /** The price is the original's but for rounding; `difference` is what one unit was sent above it. */
  | { kind: 'rounded'; original: L; difference: Decimal }
  /** A lower price than the original's: the line credits an amount and no quantity. */
  | { kind: 'reduction'; original: L }
  | { kind: 'free' };

/**
 * A price is the original's but for rounding if the line total (quantity times the difference of the unit prices,
 * without VAT and before discounts) differs by less than one whole unit of the currency.
 */
function isRounded({ qty, unitPrice = ZERO }: RequestedLine, original: OriginalLine): boolean {
  return unitPrice.minus(original.unitPrice).times(qty).abs().lt(ONE);
}

/**
 * Matches a line of a credit note. A line below `unit`, of either sign, that matches nothing at its price rounds the note.
 */
export function matchCreditLine<L extends OriginalLine>(
  lines: readonly L[],
  remaining: ReadonlyMap<string, Decimal>,
  requested: RequestedLine,
  number: number,
  wording: CreditWording,
  unit: Decimal,
): CreditMatch<L> | CreditViolation {
  const match = matchOriginal(lines, remaining, requested, number, wording);
  const { qty, unitPrice = ZERO } = requested;
  const isRounding = !isZero(unitPrice) && qty.gt(ZERO) && unitPrice.times(qty).abs().lt(unit);
  return isViolation(match) && isRounding ? { kind: 'free' } : match;
}

/**
 * A line of the original at its own price comes first, then one whose price differs by rounding, then one with a higher
 * price, which the request reduces.
 */
function matchOriginal<L extends OriginalLine>(
  lines: readonly L[],
  remaining: ReadonlyMap<string, Decimal>,
  requested: RequestedLine,
  number: number,
  wording: CreditWording,
): CreditMatch<L> | CreditViolation {
  const match = matchLine(lines, remaining, requested, number, wording);
  if (!isViolation(match)) return match;
  if (match.code === 'unknown_line') return checkFreeLine(requested, number) ?? { kind: 'free' };
  const { unitPrice } = requested;
  if (match.code !== 'price_differs' || unitPrice === undefined) return match;
  const sameTax = candidates(lines, requested).filter(
    ({ tax }) => requested.tax === undefined || requested.tax === tax,
  );
  const rounded = sameTax.filter((line) => isRounded(requested, line));
  if (rounded.length > 0) {
    const available = rounded.map(({ id }) => remaining.get(id) ?? ZERO);
    const original = rounded.find((_, i) => available[i]?.gte(requested.qty));
    const max = available.reduce((a, b) => (a.gt(b) ? a : b));
    if (!original) return overCredited(max, number, wording);
    return { kind: 'rounded', original, difference: unitPrice.minus(original.unitPrice) };
  }
  const [first] = sameTax;
  if (!first) {
    const [other] = candidates(lines, requested);
    return (other && findDifference(other, { ...requested, unitPrice: undefined }, number, wording)) ?? match;
  }
  // A line with a negative price is credited at its own price only: there is nothing to reduce.
  return sameTax.some((line) => line.unitPrice.gt(ZERO)) ? matchReduction(sameTax, unitPrice, number) : match;
}

/** The refusal of a line that matches nothing on the invoice and is not a valid free line either, or null. */
function checkFreeLine({ description, unitPrice }: RequestedLine, number: number): CreditViolation | null {
  if (!description || unitPrice === undefined) {
    const message = `Line ${number}: the invoice has no such line; send the guid or item_number of one of its lines, or description and unit_price to credit an amount`;
    return { code: 'unknown_line', line: number, message, values: [String(number)] };
  }
  return unitPrice.gt(ZERO) ? null : priceNotPositive(number);
}

function priceNotPositive(number: number): CreditViolation {
  const message = `Line ${number}: send a unit_price greater than 0`;
  return { code: 'price_not_positive', line: number, message, values: [String(number)] };
}

function matchReduction<L extends OriginalLine>(
  lines: readonly L[],
  unitPrice: Decimal,
  number: number,
): CreditMatch<L> | CreditViolation {
  const original = lines.find((line) => line.unitPrice.gt(unitPrice));
  if (original) return unitPrice.gt(ZERO) ? { kind: 'reduction', original } : priceNotPositive(number);
  const highest = lines.reduce((a, b) => (a.unitPrice.gt(b.unitPrice) ? a : b)).unitPrice.toFixed();
  const message = `Line ${number}: unit_price is higher than on the invoice; send unit_price ${highest} or less, or leave it out`;
  return { code: 'price_higher', line: number, message, values: [String(number), highest] };
}
