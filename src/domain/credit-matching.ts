import type { CreditProblem, CreditWording, OriginalLine, RequestedLine } from './credit-lines.ts';
import { type Decimal, isNegative, isZero, ZERO } from './money.ts';

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
): CreditProblem | null {
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

function overCredited(most: Decimal, number: number, { verb }: CreditWording): CreditProblem {
  const message = isZero(most)
    ? `Line ${number}: 0 are left to ${verb}; leave this line out`
    : `Line ${number}: only ${most.toFixed()} are left to ${verb}; send qty ${most.toFixed()} or less`;
  return { code: 'over_credited', line: number, message, values: [String(number), most.toFixed()] };
}

/**
 * Finds the first original line that matches the request in identity, price and tax and has enough quantity left.
 * One item may be on several lines at different prices, so every matching line is tried before the price is
 * refused.
 */
export function matchLine<L extends OriginalLine>(
  lines: readonly L[],
  left: ReadonlyMap<string, Decimal>,
  requested: RequestedLine,
  number: number,
  wording: CreditWording,
): { original: L } | CreditProblem {
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
  let most = ZERO;
  let hasMatch = false;
  for (const line of matches) {
    if (findDifference(line, requested, number, wording) !== null) continue;
    hasMatch = true;
    const rest = left.get(line.id) ?? ZERO;
    if (rest.gte(requested.qty)) return { original: line };
    if (rest.gt(most)) most = rest;
  }
  const problem = hasMatch ? null : findDifference(first, requested, number, wording);
  return problem ?? overCredited(most, number, wording);
}
