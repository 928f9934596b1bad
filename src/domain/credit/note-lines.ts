import type { InvoiceDiscount, LineFigures } from '../invoices/line-figures.ts';
import { applyShare, discountShare, sumLines } from '../invoices/line-sums.ts';
import { type Totals, totals } from '../invoices/totals.ts';
import { VAT_CODES, type VatCode } from '../invoices/vat.ts';
import {
  currencyPlaces,
  type Decimal,
  decimal,
  divide,
  HUNDRED,
  isNegative,
  isZero,
  ONE,
  roundTo,
} from '../values/money.ts';
import { type CreditLine, creditLine, DISCOUNT_PLACES, type OriginalInvoice } from './quantities.ts';
import type { RemainingSums } from './remaining.ts';
import type { OriginalLine } from './request.ts';

export interface InvoiceToCredit<L extends OriginalLine> extends OriginalInvoice<L> {
  amount: Decimal;
  /** ISK where it is not given. */
  currency?: string | undefined;
  /** Its notes leave nothing. */
  isCredited: boolean;
  remaining: RemainingSums;
}

/**
 * What a line of a note is: a quantity of an original line at its price; an amount off an original line; a line that the
 * client wrote; or a line that balances the note: a part of the invoice, what was credited before, or rounding.
 */
type NoteLineKind = 'quantity' | 'reduction' | 'free' | 'part' | 'before' | 'rounding';

export interface NoteLine<L extends OriginalLine> extends LineFigures {
  kind: NoteLineKind;
  /** The line that is credited or reduced, or whose price was rounded. */
  original: L | null;
  /** The requested line, counted from 0; null if nobody requested it. */
  index: number | null;
}

export interface CreditNote<L extends OriginalLine> {
  lines: NoteLine<L>[];
  /** The note's share of the discount on the whole invoice. A note with amounts has it on its lines instead. */
  discount: InvoiceDiscount | undefined;
  leavesNothing: boolean;
  /** The amount of the lines as they were sent, where the note keeps to what is left instead. */
  sentAmount?: Decimal;
  /** Including VAT: what free lines take from other rates than their own. */
  moved?: Decimal;
}

/** Below this a difference is rounding: one whole unit of a currency without a minor unit, elsewhere more than a cent. */
export function roundingUnit({ currency = 'ISK' }: Pick<InvoiceToCredit<OriginalLine>, 'currency'>): Decimal {
  return currencyPlaces(currency) === 0 ? ONE : CENTS;
}

const CENTS = decimal('0.0101');

/** Whether a line that names no line of the invoice only rounds the note. */
export function isRoundingLine<L extends OriginalLine>(
  invoice: Pick<InvoiceToCredit<L>, 'currency'>,
  { kind, qty, unitPrice }: Pick<NoteLine<L>, 'kind' | 'qty' | 'unitPrice'>,
): boolean {
  return kind === 'free' && qty.times(unitPrice).abs().lt(roundingUnit(invoice));
}

export function sumsOf(
  { taxExempt, rates }: OriginalInvoice<OriginalLine>,
  lines: readonly LineFigures[],
  discount?: InvoiceDiscount,
): Totals {
  return totals(lines, { discount, taxExempt, rates });
}

/** The rate under which a line is added up. */
export function codeOf({ taxExempt }: OriginalInvoice<OriginalLine>, { tax }: LineFigures): VatCode {
  return taxExempt ? 'Z' : tax;
}

/** The rates that the invoice has, and those that rounding of earlier notes has left something of. */
export function codesInUse(invoice: InvoiceToCredit<OriginalLine>): VatCode[] {
  const used = new Set(invoice.lines.map((line) => codeOf(invoice, line)));
  return VAT_CODES.filter((code) => used.has(code) || !isZero(invoice.remaining.net[code]));
}

export function quantityLine<L extends OriginalLine>(
  { original, ...figures }: CreditLine<L>,
  index: number | null,
): NoteLine<L> {
  return { ...figures, kind: 'quantity', original, index };
}

/**
 * The line with its share of the invoice discount in its own discount. A note with amounts has no discount on the whole,
 * which would lower those amounts too. A percentage of a percentage is exact; anything else is rounded as every
 * inherited discount is.
 */
export function withInvoiceDiscount<F extends LineFigures>(
  invoice: OriginalInvoice<OriginalLine>,
  line: F,
): F {
  const { discount } = invoice;
  const share = discountShare(sumLines(invoice.lines, false).net, discount);
  if (discount === undefined || share === null) return line;
  const { discount: own, discountIsPercent = false } = line;
  if (discount.isPercent && (own === undefined || isZero(own) || discountIsPercent)) {
    const kept = HUNDRED.minus(own ?? 0).times(share.factor);
    return { ...line, discount: HUNDRED.minus(kept), discountIsPercent: true };
  }
  const base = line.qty.times(line.unitPrice);
  if (isZero(base)) return line;
  const off = base.minus(applyShare(sumLines([line], false).net, share));
  // An amount of a discount is never negative, as it would be on a line with a negative price.
  return isNegative(off)
    ? {
        ...line,
        discount: roundTo(divide(off.times(HUNDRED), base), DISCOUNT_PLACES),
        discountIsPercent: true,
      }
    : { ...line, discount: roundTo(off, DISCOUNT_PLACES), discountIsPercent: false };
}

export function creditedQuantity<L extends OriginalLine>(
  invoice: OriginalInvoice<L>,
  original: L,
  qty: Decimal,
  index: number | null,
): NoteLine<L> {
  return quantityLine(withInvoiceDiscount(invoice, creditLine(original, qty)), index);
}

export function balancingLine(kind: NoteLineKind, tax: VatCode, net: Decimal): NoteLine<never> {
  return { kind, original: null, index: null, qty: ONE, unitPrice: net, tax };
}
