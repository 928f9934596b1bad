import type { InvoiceDiscount, LineFigures } from '../invoices/line-figures.ts';
import { netBeforeInvoiceDiscount, totals } from '../invoices/totals.ts';
import type { VatRates } from '../invoices/vat.ts';
import { type Decimal, divide, isNegative, isZero, roundTo, sum, ZERO } from '../values/money.ts';
import { isViolation } from '../values/violation.ts';
import { matchLine, matchLines } from './match-lines.ts';
import {
  CREDIT_NOTE_WORDING,
  type CreditViolation,
  type CreditWording,
  type OriginalLine,
  type RequestedLine,
  remainingQuantity,
} from './request.ts';

export interface OriginalInvoice<L extends OriginalLine> {
  lines: readonly L[];
  discount?: InvoiceDiscount | undefined;
  taxExempt?: boolean | undefined;
  /** Those of its issue date; without them the newest. */
  rates?: VatRates | undefined;
}

/**
 * A line of the credit note. Its quantity is positive, and it inherits price, tax, unit and discount from the
 * original.
 */
export interface CreditLine<L extends OriginalLine> extends LineFigures {
  original: L;
  uom: L['uom'];
}

export interface Credit<L extends OriginalLine> {
  lines: CreditLine<L>[];
  /** This credit note's share of the discount on the whole invoice. */
  discount: InvoiceDiscount | undefined;
  /** True if this credit note credits everything that was left of the invoice. */
  leavesNothing: boolean;
}

// A share of a discount can have infinitely many decimals. The stored discount must reproduce the stored
// amount when it is computed again, so it is rounded to as many decimals as a JSON number carries safely.
export const DISCOUNT_PLACES = 10;

export function creditLine<L extends OriginalLine>(original: L, qty: Decimal): CreditLine<L> {
  const { unitPrice, tax, uom, discount, discountIsPercent = false } = original;
  const inherited =
    discount === undefined || discountIsPercent || qty.eq(original.qty)
      ? discount
      : roundTo(divide(discount.times(qty), original.qty), DISCOUNT_PLACES);
  return { original, qty, unitPrice, tax, uom, discount: inherited, discountIsPercent };
}

/** A percentage is inherited as it is; an amount is split in proportion to the net of the lines. */
function discountShare(invoice: OriginalInvoice<OriginalLine>, lines: readonly LineFigures[]) {
  const { discount } = invoice;
  if (discount === undefined || discount.isPercent) return discount;
  const whole = netBeforeInvoiceDiscount(invoice.lines);
  if (isZero(whole)) return undefined;
  const part = netBeforeInvoiceDiscount(lines);
  return { value: roundTo(divide(discount.value.times(part), whole), DISCOUNT_PLACES), isPercent: false };
}

/** Including VAT and before the invoice discount, which can't change the sign of a sum. */
function grossBeforeDiscount(
  { taxExempt, rates }: OriginalInvoice<OriginalLine>,
  lines: readonly LineFigures[],
): Decimal {
  return totals(lines, { taxExempt, rates }).amount;
}

function pickLines<L extends OriginalLine>(
  lines: readonly L[],
  requested: readonly RequestedLine[],
  wording: CreditWording,
): CreditLine<L>[] | CreditViolation {
  const matches = matchLines(lines, requested, (remaining, line, number) =>
    matchLine(lines, remaining, line, number, wording),
  );
  if (isViolation(matches)) return matches;
  return matches.map(({ original }, i) => creditLine(original, requested[i]?.qty ?? ZERO));
}

/**
 * Lines with negative prices could otherwise make a credit note negative, or larger than what is left of the
 * invoice, although every quantity is within its limit.
 */
function checkGross<L extends OriginalLine>(
  invoice: OriginalInvoice<L>,
  lines: readonly CreditLine<L>[],
  remaining: readonly CreditLine<L>[],
  { document, verb }: CreditWording,
): CreditViolation | null {
  const share = discountShare(invoice, lines);
  if (isNegative(grossBeforeDiscount(invoice, lines)) || (share !== undefined && isNegative(share.value))) {
    return {
      code: 'negative_credit',
      message: `These lines add up to less than nothing; ${verb} them together with the lines that they reduce`,
    };
  }
  if (isNegative(grossBeforeDiscount(invoice, remaining))) {
    return {
      code: 'exceeds_invoice',
      message: `These lines add up to more than is left of the ${document}; ${verb} its lines with negative prices along with them`,
    };
  }
  return null;
}

/** The quantities that `picked` leaves of the invoice, as lines. */
export function remainingAfter<L extends OriginalLine>(
  lines: readonly L[],
  picked: readonly { original: L | null; qty: Decimal }[],
): CreditLine<L>[] {
  return lines.flatMap((line) => {
    const taken = picked.filter(({ original }) => original === line).map(({ qty }) => qty);
    const qty = remainingQuantity(line).minus(sum(taken));
    return qty.gt(ZERO) ? creditLine(line, qty) : [];
  });
}

export function nothingLeft({ document, verb, participle }: CreditWording): CreditViolation {
  return {
    code: 'nothing_left',
    message: `This ${document} is ${participle} in full already; there is nothing left to ${verb}`,
  };
}

/**
 * The lines of a credit note that credits quantities at the original's prices, or the refusal. Without `requested`,
 * every quantity that is left is credited. Invoicing a part of an order follows the same rules, so it uses this function
 * with its own wording.
 */
export function creditable<L extends OriginalLine>(
  invoice: OriginalInvoice<L>,
  requested?: readonly RequestedLine[],
  wording: CreditWording = CREDIT_NOTE_WORDING,
): Credit<L> | CreditViolation {
  const open = remainingAfter(invoice.lines, []);
  if (open.length === 0) return nothingLeft(wording);
  if (requested?.length === 0) {
    return {
      code: 'no_lines',
      message: `Name at least one line, or leave items out to ${wording.verb} all that is left`,
    };
  }
  const lines = requested ? pickLines(invoice.lines, requested, wording) : open;
  if (isViolation(lines)) return lines;
  const remaining = remainingAfter(invoice.lines, lines);
  const problem = checkGross(invoice, lines, remaining, wording);
  if (problem) return problem;
  return { lines, discount: discountShare(invoice, lines), leavesNothing: remaining.length === 0 };
}
