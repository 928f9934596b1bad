import { NEWEST_VAT_RATES } from '../invoices/vat.ts';
import {
  type Decimal,
  decimal,
  divide,
  isNegative,
  isZero,
  ONE,
  roundTo,
  sum,
  ZERO,
} from '../values/money.ts';
import type { CreditMatch } from './match-lines.ts';
import {
  balancingLine,
  codeOf,
  creditedQuantity,
  type InvoiceToCredit,
  type NoteLine,
  sumsOf,
  withInvoiceDiscount,
} from './note-lines.ts';
import { PRICE_PLACES } from './remaining.ts';
import type { CreditViolation, OriginalLine, RequestedLine } from './request.ts';

/**
 * The lines of a note that credits amounts beside quantities, or instead of them. A rounded price is taken as the
 * original's, and its difference goes into a line of its own, so that the note has the amount that the client sent:
 * by the prices it sent or, where its amount follows other figures, by that amount.
 */
export function creditAmounts<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  requested: readonly RequestedLine[],
  matches: readonly CreditMatch<L>[],
  amount: Decimal | undefined,
): NoteLine<L>[] | CreditViolation {
  const lines = matches.flatMap((match, i) => noteLine(invoice, match, requested[i], i));
  const differences = matches.flatMap((match, i) => priceDifference(invoice, match, requested[i], i));
  const note = [...lines, ...differences];
  const sums = sumsOf(invoice, note);
  if (isNegative(sums.amount)) {
    const message =
      'These lines add up to less than nothing; credit them together with the lines that they reduce';
    return { code: 'negative_credit', message };
  }
  if (differences.length === 0 || amount === undefined || sums.amount.eq(amount)) return note;
  return amountDifference(invoice, lines, differences, amount) ?? note;
}

function noteLine<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  match: CreditMatch<L>,
  requested: RequestedLine | undefined,
  index: number,
): NoteLine<L>[] {
  if (!requested) return [];
  const { qty, unitPrice = ZERO, tax = 'S', discount, discountIsPercent = false } = requested;
  if (match.kind === 'quantity' || match.kind === 'rounded')
    return [creditedQuantity(invoice, match.original, qty, index)];
  const figures = { qty, unitPrice, discount, discountIsPercent, index };
  if (match.kind === 'free') return [{ ...figures, kind: 'free', original: null, tax }];
  return [{ ...figures, kind: 'reduction', original: match.original, tax: match.original.tax }];
}

/** What a rounded price adds to its line, with the percentages that come off the line. */
function priceDifference<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  match: CreditMatch<L>,
  requested: RequestedLine | undefined,
  index: number,
): NoteLine<L>[] {
  if (match.kind !== 'rounded' || !requested) return [];
  const { tax, discount, discountIsPercent = false } = match.original;
  const line: NoteLine<L> = {
    ...balancingLine('rounding', tax, match.difference),
    original: match.original,
    qty: requested.qty,
    index,
    ...(discountIsPercent && { discount, discountIsPercent }),
  };
  return [withInvoiceDiscount(invoice, line)];
}

/**
 * One line for the difference between the amount that was sent and the original's prices, if that is rounding too: less
 * than one whole unit of the currency for each rounded price. Else null.
 */
function amountDifference<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  lines: readonly NoteLine<L>[],
  differences: readonly NoteLine<L>[],
  amount: Decimal,
): NoteLine<L>[] | null {
  const { rates = NEWEST_VAT_RATES } = invoice;
  const exact = sum(sumsOf(invoice, lines).lines.map(({ gross }) => gross));
  const gap = amount.minus(exact);
  const [first] = differences;
  if (!first || gap.abs().gte(decimal(differences.length))) return null;
  const rate = rates[codeOf(invoice, first)];
  const net = roundTo(divide(gap, ONE.plus(rate)), PRICE_PLACES);
  const line = { ...balancingLine('rounding', first.tax, net), index: first.index };
  return isZero(net) ? [...lines] : [...lines, line];
}
