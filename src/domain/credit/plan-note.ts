import type { InvoiceDiscount } from '../invoices/line-figures.ts';
import type { Totals } from '../invoices/totals.ts';
import { NEWEST_VAT_RATES, VAT_CODES } from '../invoices/vat.ts';
import { type Decimal, isZero, ZERO } from '../values/money.ts';
import { isViolation } from '../values/violation.ts';
import { creditAmounts } from './amounts.ts';
import { creditRemaining, partLines } from './credit-remaining.ts';
import { fitToRemaining } from './fit-to-remaining.ts';
import { type CreditMatch, matchCreditLine, matchLines } from './match-lines.ts';
import {
  type CreditNote,
  creditedQuantity,
  type InvoiceToCredit,
  type NoteLine,
  quantityLine,
  roundingUnit,
  sumsOf,
} from './note-lines.ts';
import { creditable, nothingLeft, remainingAfter } from './quantities.ts';
import { checkRemaining, roundingBound } from './remaining.ts';
import {
  CREDIT_NOTE_WORDING,
  type CreditViolation,
  type OriginalLine,
  type RequestedLine,
} from './request.ts';

/*
 * How a credit note is planned, from the request to lines that can be issued:
 *
 *  1. request.ts: what is sent, and what of it is refused. quantities.ts: a credit of quantities at the original's prices.
 *  2. match-lines.ts finds for each requested line the line of the invoice that it credits, or takes it as a free line.
 *  3. A note of quantities alone keeps prices and discounts of the invoice; amounts.ts makes lines for amounts.
 *  4. remaining.ts knows what earlier notes have left of the amount and of each VAT rate, and splits sums over the rates.
 *  5. fit-to-remaining.ts keeps the lines within that. Without lines, credit-remaining.ts credits all of it, or a part.
 *
 * note-lines.ts has what the steps share. `remaining` is always what is not credited yet, before this note.
 */

/** Without lines a note credits all that is left, or the amount if it `isPart`. */
export interface CreditRequest {
  lines?: readonly RequestedLine[] | undefined;
  amount?: Decimal | undefined;
  isPart?: boolean | undefined;
}

/** The lines of a credit note within what earlier notes have left of each VAT rate, or the refusal. */
export function planCreditNote<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  { lines: requested, amount, isPart = false }: CreditRequest,
): CreditNote<L> | CreditViolation {
  if (invoice.isCredited) return nothingLeft(CREDIT_NOTE_WORDING);
  if (requested === undefined) {
    const isAll = !isPart || amount === undefined || amount.eq(invoice.remaining.amount);
    if (isAll) return creditRemaining(invoice);
    const lines = partLines(invoice, amount);
    return isViolation(lines)
      ? lines
      : finishNote(invoice, lines, undefined, roundingBound(invoice.remaining));
  }
  const matches = matchLines(invoice.lines, requested, (remaining, line, number) =>
    matchCreditLine(invoice.lines, remaining, line, number, CREDIT_NOTE_WORDING, roundingUnit(invoice)),
  );
  if (isViolation(matches)) return matches;
  const byName = originalPrices(requested, matches);
  if (isQuantities(invoice, matches, byName, amount)) return creditQuantities(invoice, byName, amount);
  const lines = creditAmounts(invoice, requested, matches, amount);
  return isViolation(lines) ? lines : fitNote(invoice, lines);
}

/** A note of these lines that keeps to what is left of the invoice and of each rate. */
function fitNote<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  lines: NoteLine<L>[],
): CreditNote<L> | CreditViolation {
  const fitted = fitToRemaining(invoice, lines);
  if (isViolation(fitted)) return fitted;
  const sums = sumsOf(invoice, fitted.lines);
  const leavesNothing = fitted.leavesNothing || isNothingLeft(invoice, fitted.lines, sums);
  const sentAmount = sumsOf(invoice, lines).amount;
  return { lines: fitted.lines, discount: undefined, leavesNothing, sentAmount, moved: fitted.moved };
}

/** The requested lines at the prices of the lines that they match. */
function originalPrices(
  requested: readonly RequestedLine[],
  matches: readonly CreditMatch<OriginalLine>[],
): RequestedLine[] {
  return requested.map((line, i) => {
    const match = matches[i];
    return match && match.kind !== 'free'
      ? { ...line, lineGuid: match.original.id, unitPrice: undefined }
      : line;
  });
}

/** Whether the note credits quantities only. Rounded prices count as the original's if the amount follows those. */
function isQuantities<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  matches: readonly CreditMatch<L>[],
  byName: readonly RequestedLine[],
  amount: Decimal | undefined,
): boolean {
  if (matches.every(({ kind }) => kind === 'quantity')) return true;
  if (amount === undefined || matches.some(({ kind }) => kind === 'free' || kind === 'reduction'))
    return false;
  const credit = creditable(invoice, byName);
  return !isViolation(credit) && sumsOf(invoice, credit.lines, credit.discount).amount.eq(amount);
}

/**
 * Quantities at the original's prices. Earlier notes were rounded one by one, so the last quantities may differ from the
 * remaining sums by cents: the client may send either, the sum of its lines or what remains.
 */
function creditQuantities<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  requested: readonly RequestedLine[],
  amount: Decimal | undefined,
): CreditNote<L> | CreditViolation {
  const credit = creditable(invoice, requested);
  if (isViolation(credit)) return credit;
  const { remaining } = invoice;
  const sums = sumsOf(invoice, credit.lines, credit.discount);
  const isOff = !sums.amount.eq(remaining.amount);
  if (credit.leavesNothing && isOff && amount?.eq(remaining.amount) && isOnlyRounded(invoice))
    return creditRemaining(invoice);
  const lines = credit.lines.map((line, i) => quantityLine(line, i));
  const tolerance = isOnlyRounded(invoice) ? roundingBound(remaining) : ZERO;
  const note = finishNote(invoice, lines, credit.discount, tolerance);
  const isMissed = credit.leavesNothing && !isViolation(note) && !note.leavesNothing;
  if (!isViolation(note) && !isMissed) return note;
  // Notes of amounts have left other sums than the quantities: by less than rounding, the note takes what is left.
  const fitted = fitNote(
    invoice,
    credit.lines.map(({ original, qty }, i) => creditedQuantity(invoice, original, qty, i)),
  );
  return isViolation(fitted) ? note : { ...fitted, sentAmount: sums.amount };
}

/** Whether the quantities that are left add up to what is left of each rate, but for the rounding of earlier notes. */
function isOnlyRounded<L extends OriginalLine>(invoice: InvoiceToCredit<L>): boolean {
  const { remaining } = invoice;
  const open = creditable(invoice);
  if (isViolation(open)) return false;
  const { net } = sumsOf(invoice, open.lines, open.discount);
  return VAT_CODES.every((code) => net[code].minus(remaining.net[code]).abs().lte(roundingBound(remaining)));
}

function finishNote<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  lines: NoteLine<L>[],
  discount: InvoiceDiscount | undefined,
  tolerance: Decimal,
): CreditNote<L> | CreditViolation {
  const sums = sumsOf(invoice, lines, discount);
  const problem = checkRemaining(invoice.remaining, sums, invoice.rates ?? NEWEST_VAT_RATES, tolerance);
  return problem ?? { lines, discount, leavesNothing: isNothingLeft(invoice, lines, sums) };
}

/**
 * Nothing is left once the amount and every rate are credited, whatever the quantities; or once every quantity is, if
 * the amount is off by no more than rounding. Of an invoice over nothing, the quantities decide.
 */
function isNothingLeft<L extends OriginalLine>(
  { remaining, amount, lines: originals }: InvoiceToCredit<L>,
  lines: readonly NoteLine<L>[],
  { amount: credited, net, vat }: Totals,
): boolean {
  const bound = roundingBound(remaining);
  const after = remaining.amount.minus(credited).abs();
  const quantities = lines.filter(({ kind }) => kind === 'quantity');
  if (remainingAfter(originals, quantities).length === 0) return after.lte(bound);
  if (isZero(amount)) return false;
  const maxDifference = isZero(after) ? bound : ZERO;
  const isRateOpen = VAT_CODES.some(
    (code) =>
      remaining.net[code].minus(net[code]).abs().gt(maxDifference) ||
      remaining.vat[code].minus(vat[code]).abs().gt(maxDifference),
  );
  return after.lte(bound) && !isRateOpen;
}
