import type { CreditedQuantity, CreditProblem, OriginalLine, RequestedLine } from './credit-lines.ts';
import { type Decimal, isNegative, isZero, ZERO } from './money.ts';

/** The lines named by the most explicit of the three names that fits any: line, then item, then item number. */
function candidates<L extends OriginalLine>(lines: readonly L[], ask: RequestedLine): L[] {
  const { lineGuid, itemGuid, itemNumber } = ask;
  const byLine = lineGuid ? lines.filter((line) => line.id === lineGuid) : [];
  if (byLine.length > 0) return byLine;
  const byItem = itemGuid ? lines.filter((line) => line.itemGuid === itemGuid) : [];
  if (byItem.length > 0) return byItem;
  return itemNumber ? lines.filter((line) => line.itemNumber === itemNumber) : [];
}

/** Why the sender's price or tax is not that of the original line, or null. */
function disagreement(
  line: OriginalLine,
  ask: RequestedLine,
  number: number,
  taking: CreditedQuantity,
): CreditProblem | null {
  if (ask.unitPrice !== undefined && !ask.unitPrice.eq(line.unitPrice)) {
    const message = `Line ${number}: ${taking.taker} takes the price of the ${taking.document}; send unit_price ${line.unitPrice.toFixed()} or leave it out`;
    return {
      code: 'price_differs',
      line: number,
      message,
      values: [String(number), line.unitPrice.toFixed()],
    };
  }
  if (ask.tax !== undefined && ask.tax !== line.tax) {
    const message = `Line ${number}: ${taking.taker} takes the tax of the ${taking.document}; send tax ${line.tax} or leave it out`;
    return { code: 'tax_differs', line: number, message, values: [String(number), line.tax] };
  }
  return null;
}

function overCredited(most: Decimal, number: number, { take }: CreditedQuantity): CreditProblem {
  const message = isZero(most)
    ? `Line ${number}: 0 are left to ${take}; leave this line out`
    : `Line ${number}: only ${most.toFixed()} are left to ${take}; send qty ${most.toFixed()} or less`;
  return { code: 'over_credited', line: number, message, values: [String(number), most.toFixed()] };
}

/**
 * Finds the first original line that the asked one names, agrees with, and that has enough left. An item can
 * stand on several lines at several prices, so a line that agrees is sought before the price is called wrong.
 */
export function matchLine<L extends OriginalLine>(
  lines: readonly L[],
  left: ReadonlyMap<string, Decimal>,
  ask: RequestedLine,
  number: number,
  taking: CreditedQuantity,
): { original: L } | CreditProblem {
  if (isNegative(ask.qty) || isZero(ask.qty)) {
    const message = `Line ${number}: send a qty greater than 0`;
    return { code: 'bad_quantity', line: number, message, values: [String(number)] };
  }
  const named = candidates(lines, ask);
  const [first] = named;
  if (first === undefined) {
    const message = `Line ${number}: the ${taking.document} has no such line; send the guid or item_number of one of its lines`;
    return { code: 'unknown_line', line: number, message, values: [String(number)] };
  }
  let most = ZERO;
  let agreed = false;
  for (const line of named) {
    if (disagreement(line, ask, number, taking) !== null) continue;
    agreed = true;
    const rest = left.get(line.id) ?? ZERO;
    if (rest.gte(ask.qty)) return { original: line };
    if (rest.gt(most)) most = rest;
  }
  const problem = agreed ? null : disagreement(first, ask, number, taking);
  return problem ?? overCredited(most, number, taking);
}
