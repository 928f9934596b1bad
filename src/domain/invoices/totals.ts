import { type Decimal, fixed2, HUNDRED, isNegative, isZero, round2, ZERO } from '../values/money.ts';
import type { Violation } from '../values/violation.ts';
import type { InvoiceDiscount, LineFigures, TotalsOptions } from './line-figures.ts';
import { applyShare, discountShare, grandTotal, sumLines } from './line-sums.ts';
import { NEWEST_VAT_RATES, type VatCode } from './vat.ts';

/**
 * Unrounded figures of one line after the line discount and the invoice discount; `discount` is the net amount of
 * both.
 */
export interface LineTotals {
  net: Decimal;
  vat: Decimal;
  gross: Decimal;
  discount: Decimal;
}

/** All figures are rounded to two decimals, except those of the lines. */
export interface Totals {
  amount: Decimal;
  net: Record<VatCode, Decimal>;
  vat: Record<VatCode, Decimal>;
  netTotal: Decimal;
  vatTotal: Decimal;
  discountTotal: Decimal;
  lines: LineTotals[];
}

type TotalsViolation = Violation<
  | 'line_discount_percent'
  | 'line_discount_amount'
  | 'invoice_discount_percent'
  | 'invoice_discount_amount'
  | 'negative_total'
>;

function lineTotals(base: Decimal, net: Decimal, rate: Decimal): LineTotals {
  const discount = base === net ? ZERO : base.minus(net);
  if (isZero(rate)) return { net, vat: ZERO, gross: net, discount };
  const vat = net.times(rate);
  return { net, vat, gross: net.plus(vat), discount };
}

/** The exact net of the lines after line discounts and before the invoice discount. */
export function netBeforeInvoiceDiscount(lines: readonly LineFigures[]): Decimal {
  return sumLines(lines, false).net;
}

/** Computes every sum of an invoice. Call `checkFigures` first. */
export function totals(lines: readonly LineFigures[], options: TotalsOptions = {}): Totals {
  const { taxExempt = false, rates = NEWEST_VAT_RATES } = options;
  const sums = sumLines(lines, taxExempt);
  const share = discountShare(sums.net, options.discount);
  const { S, AA, Z } = sums.byCode;

  const amount = grandTotal(sums, rates, share);
  const vat = {
    S: round2(applyShare(S.times(rates.S), share)),
    AA: round2(applyShare(AA.times(rates.AA), share)),
    Z: ZERO,
  };
  // Net, VAT and amount differ by up to a cent if each is rounded on its own. The amount is agreed with the
  // customer and the VAT of each rate is owed to the state, so the net total absorbs the difference.
  const vatTotal = vat.S.plus(vat.AA);

  return {
    amount,
    net: {
      S: round2(applyShare(S, share)),
      AA: round2(applyShare(AA, share)),
      Z: round2(applyShare(Z, share)),
    },
    vat,
    netTotal: amount.minus(vatTotal),
    vatTotal,
    discountTotal: round2(sums.base.minus(applyShare(sums.net, share))),
    lines: lines.map((line, i) =>
      lineTotals(
        sums.bases[i] ?? ZERO,
        applyShare(sums.nets[i] ?? ZERO, share),
        rates[taxExempt ? 'Z' : line.tax],
      ),
    ),
  };
}

function checkLine(line: LineFigures, number: number): TotalsViolation | null {
  const { discount } = line;
  if (discount === undefined) return null;
  const isPercent = line.discountIsPercent === true;
  const max = isPercent ? HUNDRED : line.qty.times(line.unitPrice).abs();
  if (!isNegative(discount) && discount.lte(max)) return null;
  const code = isPercent ? 'line_discount_percent' : 'line_discount_amount';
  const allowed = isPercent ? 'a percentage from 0 to 100' : `an amount from 0 to ${max.toFixed()}`;
  const message = `Line ${number}: discount ${discount.toFixed()} does not fit the line; send ${allowed}`;
  return { code, line: number, message, values: [String(number), max.toFixed()] };
}

function checkInvoiceDiscount({ value, isPercent }: InvoiceDiscount, net: Decimal): TotalsViolation | null {
  const max = isPercent ? HUNDRED : isNegative(net) ? ZERO : net;
  if (!isNegative(value) && value.lte(max)) return null;
  const code = isPercent ? 'invoice_discount_percent' : 'invoice_discount_amount';
  const allowed = isPercent ? 'a percentage from 0 to 100' : `a net amount from 0 to ${max.toFixed()}`;
  const message = `discount_value ${value.toFixed()} does not fit the invoice; send ${allowed}`;
  return { code, message, values: [max.toFixed()] };
}

/** The refusal if the figures of an invoice are not acceptable, or null. */
export function checkFigures(
  lines: readonly LineFigures[],
  options: TotalsOptions = {},
): TotalsViolation | null {
  for (const [i, line] of lines.entries()) {
    const problem = checkLine(line, i + 1);
    if (problem) return problem;
  }
  const { discount, taxExempt = false, rates = NEWEST_VAT_RATES } = options;
  const sums = sumLines(lines, taxExempt);
  const problem = discount === undefined ? null : checkInvoiceDiscount(discount, sums.net);
  if (problem) return problem;

  const amount = grandTotal(sums, rates, discountShare(sums.net, discount));
  if (!isNegative(amount)) return null;
  return {
    code: 'negative_total',
    message: `The total would be ${fixed2(amount)}; send lines that add up to 0 or more, or a credit note`,
    values: [fixed2(amount)],
  };
}
