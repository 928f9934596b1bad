import { type Decimal, decimal, divide, HUNDRED, isZero, ONE, round2, ZERO } from '../values/money.ts';
import type { InvoiceDiscount, LineFigures } from './line-figures.ts';
import type { VatCode, VatRates } from './vat.ts';

/** Exact sums before the invoice discount. */
export interface Sums {
  bases: Decimal[];
  nets: Decimal[];
  base: Decimal;
  net: Decimal;
  byCode: Record<VatCode, Decimal>;
}

/**
 * The fraction of a figure that remains after the invoice discount: `factor`, or `factor / divisor` where the
 * quotient has no finite decimal form.
 */
interface Share {
  factor: Decimal;
  divisor: Decimal | null;
}

const HUNDREDTH = decimal('0.01');

function lineNet(line: LineFigures, base: Decimal): Decimal {
  const { discount } = line;
  if (discount === undefined || isZero(discount)) return base;
  return base.minus(line.discountIsPercent ? base.times(discount).times(HUNDREDTH) : discount);
}

export function sumLines(lines: readonly LineFigures[], taxExempt: boolean): Sums {
  const sums: Sums = { bases: [], nets: [], base: ZERO, net: ZERO, byCode: { S: ZERO, AA: ZERO, Z: ZERO } };
  for (const line of lines) {
    const base = line.qty.times(line.unitPrice);
    const net = lineNet(line, base);
    const code = taxExempt ? 'Z' : line.tax;
    sums.bases.push(base);
    sums.nets.push(net);
    sums.base = sums.base.plus(base);
    sums.byCode[code] = sums.byCode[code].plus(net);
  }
  sums.net = sums.byCode.S.plus(sums.byCode.AA).plus(sums.byCode.Z);
  return sums;
}

export function discountShare(net: Decimal, discount: InvoiceDiscount | undefined): Share | null {
  if (discount === undefined || isZero(discount.value)) return null;
  if (discount.isPercent) return { factor: HUNDRED.minus(discount.value).times(HUNDREDTH), divisor: null };
  if (isZero(net))
    throw new RangeError('an amount discount needs a net to be spread over: check figures first');
  return { factor: net.minus(discount.value), divisor: net };
}

/** Multiplies first and divides last, so that the only rounding applies to the exact figure. */
export function applyShare(figure: Decimal, share: Share | null): Decimal {
  if (share === null || isZero(figure)) return figure;
  const product = figure.times(share.factor);
  return share.divisor === null ? product : divide(product, share.divisor);
}

/** Including VAT and rounded: the amount that the customer pays. */
export function grandTotal({ byCode: { S, AA, Z } }: Sums, rates: VatRates, share: Share | null): Decimal {
  const gross = S.times(ONE.plus(rates.S))
    .plus(AA.times(ONE.plus(rates.AA)))
    .plus(Z);
  return round2(applyShare(gross, share));
}
