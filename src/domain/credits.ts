import {
  CREDITING,
  type CreditedQuantity,
  type CreditProblem,
  type OriginalLine,
  type RequestedLine,
} from './credit-lines.ts';
import { matchLine } from './credit-matching.ts';
import type { InvoiceDiscount, LineFigures } from './line-figures.ts';
import { type Decimal, divide, isNegative, isZero, roundTo, ZERO } from './money.ts';
import { netBeforeInvoiceDiscount, totals } from './totals.ts';
import type { VatRates } from './vat.ts';
import { isViolation } from './violation.ts';

export interface OriginalInvoice<L extends OriginalLine> {
  lines: readonly L[];
  discount?: InvoiceDiscount | undefined;
  taxExempt?: boolean | undefined;
  /** Those of its issue date; without them the newest. */
  rates?: VatRates | undefined;
}

/** A line of the credit note, positive like its original, whose price, tax, unit and discount it takes. */
export interface CreditLine<L extends OriginalLine> extends LineFigures {
  original: L;
  uom: L['uom'];
}

export interface Credit<L extends OriginalLine> {
  lines: CreditLine<L>[];
  /** The note's part of the discount on the whole invoice. */
  discount: InvoiceDiscount | undefined;
  /** True when this note credits all that was left of the invoice. */
  leavesNothing: boolean;
}

// A third of a discount has no end of decimals. What a note stores and shows must give its amount again when
// it is summed up, so its discounts have as many decimals as a JSON number carries safely.
const DISCOUNT_PLACES = 10;

/** The quantity of a line that can still be credited. */
export function leftToCredit(line: OriginalLine): Decimal {
  return line.qty.minus(line.credited);
}

function isLeft(line: OriginalLine): boolean {
  return leftToCredit(line).gt(ZERO);
}

function creditLine<L extends OriginalLine>(original: L, qty: Decimal): CreditLine<L> {
  const { unitPrice, tax, uom, discount, discountIsPercent = false } = original;
  const inherited =
    discount === undefined || discountIsPercent || qty.eq(original.qty)
      ? discount
      : roundTo(divide(discount.times(qty), original.qty), DISCOUNT_PLACES);
  return { original, qty, unitPrice, tax, uom, discount: inherited, discountIsPercent };
}

/** A percentage stays; an amount is taken in proportion to the net that the lines make up of the invoice's. */
function discountShare(invoice: OriginalInvoice<OriginalLine>, lines: readonly LineFigures[]) {
  const { discount } = invoice;
  if (discount === undefined || discount.isPercent) return discount;
  const whole = netBeforeInvoiceDiscount(invoice.lines);
  if (isZero(whole)) return undefined;
  const part = netBeforeInvoiceDiscount(lines);
  return { value: roundTo(divide(discount.value.times(part), whole), DISCOUNT_PLACES), isPercent: false };
}

/** With VAT and before the invoice discount, which cannot turn a sum negative. */
function worth({ taxExempt, rates }: OriginalInvoice<OriginalLine>, lines: readonly LineFigures[]): Decimal {
  return totals(lines, { taxExempt, rates }).amount;
}

function pickLines<L extends OriginalLine>(
  lines: readonly L[],
  asked: readonly RequestedLine[],
  taking: CreditedQuantity,
): CreditLine<L>[] | CreditProblem {
  const left = new Map(lines.map((line) => [line.id, leftToCredit(line)]));
  const picked: CreditLine<L>[] = [];
  for (const [i, ask] of asked.entries()) {
    const match = matchLine(lines, left, ask, i + 1, taking);
    if (isViolation(match)) return match;
    const { original } = match;
    picked.push(creditLine(original, ask.qty));
    left.set(original.id, (left.get(original.id) ?? ZERO).minus(ask.qty));
  }
  return picked;
}

/** Lines with negative prices make it possible to credit too little or too much without too great a quantity. */
function checkWorth<L extends OriginalLine>(
  invoice: OriginalInvoice<L>,
  lines: readonly CreditLine<L>[],
  rest: readonly CreditLine<L>[],
  { document, take }: CreditedQuantity,
): CreditProblem | null {
  const share = discountShare(invoice, lines);
  if (isNegative(worth(invoice, lines)) || (share !== undefined && isNegative(share.value))) {
    return {
      code: 'negative_credit',
      message: `These lines add up to less than nothing; ${take} them together with the lines that they reduce`,
    };
  }
  if (isNegative(worth(invoice, rest))) {
    return {
      code: 'exceeds_invoice',
      message: `These lines add up to more than is left of the ${document}; ${take} its lines with negative prices along with them`,
    };
  }
  return null;
}

function restAfter<L extends OriginalLine>(lines: readonly L[], picked: readonly CreditLine<L>[]) {
  const rest: CreditLine<L>[] = [];
  for (const line of lines) {
    let left = leftToCredit(line);
    for (const credit of picked) if (credit.original === line) left = left.minus(credit.qty);
    if (left.gt(ZERO)) rest.push(creditLine(line, left));
  }
  return rest;
}

/**
 * The lines of a credit note, or why there can be none. Without `asked`, all that is left is credited. Invoicing
 * a part of an order is the same in every respect, so it is done here too, in its own words.
 */
export function creditable<L extends OriginalLine>(
  invoice: OriginalInvoice<L>,
  asked?: readonly RequestedLine[],
  taking: CreditedQuantity = CREDITING,
): Credit<L> | CreditProblem {
  const { document, take, taken } = taking;
  const open = invoice.lines.filter(isLeft);
  if (open.length === 0) {
    return {
      code: 'nothing_left',
      message: `This ${document} is ${taken} in full already; there is nothing left to ${take}`,
    };
  }
  if (asked?.length === 0) {
    return {
      code: 'no_lines',
      message: `Name at least one line, or leave items out to ${take} all that is left`,
    };
  }
  const lines = asked
    ? pickLines(invoice.lines, asked, taking)
    : open.map((line) => creditLine(line, leftToCredit(line)));
  if (isViolation(lines)) return lines;
  const rest = restAfter(invoice.lines, lines);
  const problem = checkWorth(invoice, lines, rest, taking);
  if (problem) return problem;
  return { lines, discount: discountShare(invoice, lines), leavesNothing: rest.length === 0 };
}
