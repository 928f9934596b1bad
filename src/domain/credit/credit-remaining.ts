import { NEWEST_VAT_RATES, VAT_CODES } from '../invoices/vat.ts';
import { type Decimal, fixed2, isNegative, isZero, ONE, round2, roundTo, ZERO } from '../values/money.ts';
import { isViolation } from '../values/violation.ts';
import {
  balancingLine,
  type CreditNote,
  codeOf,
  codesInUse,
  creditedQuantity,
  type InvoiceToCredit,
  type NoteLine,
  quantityLine,
  sumsOf,
} from './note-lines.ts';
import { creditable, remainingAfter } from './quantities.ts';
import { PRICE_PLACES, spreadNets, wholeNets } from './remaining.ts';
import type { CreditViolation, OriginalLine } from './request.ts';

/** The lines of a note that credits an amount including VAT, one for each VAT rate. */
export function partLines<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  requested: Decimal,
): NoteLine<L>[] | CreditViolation {
  const { remaining, rates = NEWEST_VAT_RATES } = invoice;
  const amount = round2(requested);
  if (amount.lte(ZERO)) {
    const message = 'A part of an invoice needs an amount greater than 0';
    return { code: 'amount_not_positive', message };
  }
  if (amount.gt(remaining.amount)) {
    const most = fixed2(remaining.amount);
    const message = `Only ${most} is left to credit; send an amount of ${most} or less`;
    return { code: 'exceeds_rest', message, values: [most] };
  }
  const nets = [...spreadNets(amount, remaining, codesInUse(invoice), rates)];
  return nets.filter(([, net]) => !isZero(net)).map(([code, net]) => balancingLine('part', code, net));
}

/**
 * Credits all that is left: the quantities that are left, and per rate a line for the difference from what is left of
 * that rate, where amounts were credited before or earlier notes were rounded.
 */
export function creditRemaining<L extends OriginalLine>(invoice: InvoiceToCredit<L>): CreditNote<L> {
  const { remaining, rates = NEWEST_VAT_RATES } = invoice;
  const open = creditable(invoice);
  if (!isViolation(open)) {
    const { amount, net, vat } = sumsOf(invoice, open.lines, open.discount);
    const isExact =
      amount.eq(remaining.amount) &&
      VAT_CODES.every((code) => net[code].eq(remaining.net[code]) && vat[code].eq(remaining.vat[code]));
    const lines = open.lines.map((line) => quantityLine(line, null));
    if (isExact) return { lines, discount: open.discount, leavesNothing: true };
  }
  const wanted = wholeNets(remaining, codesInUse(invoice), rates);
  const quantities = remainingAfter(invoice.lines, [])
    .filter((line) => !isZero(wanted.get(codeOf(invoice, line)) ?? ZERO))
    .map(({ original, qty }) => creditedQuantity(invoice, original, qty, null));
  const have = sumsOf(invoice, quantities);
  const balances = [...wanted].flatMap(([code, net]) => {
    const exact = quantities.reduce(
      (sum, line, i) => (codeOf(invoice, line) === code ? sum.plus(have.lines[i]?.net ?? ZERO) : sum),
      ZERO,
    );
    const difference = roundTo(net.minus(exact), PRICE_PLACES);
    const kind = difference.abs().lt(ONE) ? 'rounding' : isNegative(difference) ? 'before' : 'part';
    return isZero(difference) ? [] : [balancingLine(kind, code, difference)];
  });
  return { lines: [...quantities, ...balances], discount: undefined, leavesNothing: true };
}
