import type { InvoiceDiscount } from '../invoices/line-figures.ts';
import type { Totals } from '../invoices/totals.ts';
import { NEWEST_VAT_RATES, VAT_CODES } from '../invoices/vat.ts';
import { type Decimal, isZero, ZERO } from '../values/money.ts';
import { isViolation } from '../values/violation.ts';
import { creditAmounts } from './credit-amounts.ts';
import { fitToRest } from './credit-fit.ts';
import {
  CREDIT_NOTE_WORDING,
  type CreditProblem,
  type OriginalLine,
  type RequestedLine,
} from './credit-lines.ts';
import { type CreditMatch, matchCreditLine } from './credit-matching.ts';
import {
  type CreditNote,
  creditedQuantity,
  type InvoiceToCredit,
  type NoteLine,
  quantityLine,
  roundingUnit,
  sumsOf,
} from './credit-note-lines.ts';
import { creditRest, partLines } from './credit-remainder.ts';
import { checkRest, roundingBound } from './credit-rest.ts';
import { creditable, nothingLeft, restAfter, uncreditedQuantity } from './credits.ts';

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
): CreditNote<L> | CreditProblem {
  if (invoice.isCredited) return nothingLeft(CREDIT_NOTE_WORDING);
  if (requested === undefined) {
    const isAll = !isPart || amount === undefined || amount.eq(invoice.rest.amount);
    if (isAll) return creditRest(invoice);
    const lines = partLines(invoice, amount);
    return isViolation(lines) ? lines : finishNote(invoice, lines, undefined, roundingBound(invoice.rest));
  }
  const matches = matchLines(invoice, requested);
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
): CreditNote<L> | CreditProblem {
  const fitted = fitToRest(invoice, lines);
  if (isViolation(fitted)) return fitted;
  const sums = sumsOf(invoice, fitted.lines);
  const leavesNothing = fitted.leavesNothing || isNothingLeft(invoice, fitted.lines, sums);
  const sentAmount = sumsOf(invoice, lines).amount;
  return { lines: fitted.lines, discount: undefined, leavesNothing, sentAmount, moved: fitted.moved };
}

function matchLines<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  requested: readonly RequestedLine[],
): CreditMatch<L>[] | CreditProblem {
  const { lines } = invoice;
  const left = new Map(lines.map((line) => [line.id, uncreditedQuantity(line)]));
  const matches: CreditMatch<L>[] = [];
  for (const [i, line] of requested.entries()) {
    const match = matchCreditLine(lines, left, line, i + 1, CREDIT_NOTE_WORDING, roundingUnit(invoice));
    if (isViolation(match)) return match;
    matches.push(match);
    if (match.kind === 'quantity' || match.kind === 'rounded') {
      const { id } = match.original;
      left.set(id, (left.get(id) ?? ZERO).minus(line.qty));
    }
  }
  return matches;
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
 * rest by cents: the client may send either, the sum of its lines or the rest.
 */
function creditQuantities<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  requested: readonly RequestedLine[],
  amount: Decimal | undefined,
): CreditNote<L> | CreditProblem {
  const credit = creditable(invoice, requested);
  if (isViolation(credit)) return credit;
  const { rest } = invoice;
  const sums = sumsOf(invoice, credit.lines, credit.discount);
  const isOff = !sums.amount.eq(rest.amount);
  if (credit.leavesNothing && isOff && amount?.eq(rest.amount) && isOnlyRounded(invoice))
    return creditRest(invoice);
  const lines = credit.lines.map((line, i) => quantityLine(line, i));
  const tolerance = isOnlyRounded(invoice) ? roundingBound(rest) : ZERO;
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
  const { rest } = invoice;
  const open = creditable(invoice);
  if (isViolation(open)) return false;
  const { net } = sumsOf(invoice, open.lines, open.discount);
  return VAT_CODES.every((code) => net[code].minus(rest.net[code]).abs().lte(roundingBound(rest)));
}

function finishNote<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  lines: NoteLine<L>[],
  discount: InvoiceDiscount | undefined,
  tolerance: Decimal,
): CreditNote<L> | CreditProblem {
  const sums = sumsOf(invoice, lines, discount);
  const problem = checkRest(invoice.rest, sums, invoice.rates ?? NEWEST_VAT_RATES, tolerance);
  return problem ?? { lines, discount, leavesNothing: isNothingLeft(invoice, lines, sums) };
}

/**
 * Nothing is left once the amount and every rate are credited, whatever the quantities; or once every quantity is, if
 * the amount is off by no more than rounding. Of an invoice over nothing, the quantities decide.
 */
function isNothingLeft<L extends OriginalLine>(
  { rest, amount, lines: originals }: InvoiceToCredit<L>,
  lines: readonly NoteLine<L>[],
  { amount: credited, net, vat }: Totals,
): boolean {
  const bound = roundingBound(rest);
  const left = rest.amount.minus(credited).abs();
  const quantities = lines.filter(({ kind }) => kind === 'quantity');
  if (restAfter(originals, quantities).length === 0) return left.lte(bound);
  if (isZero(amount)) return false;
  const maxDifference = isZero(left) ? bound : ZERO;
  const isRateLeft = VAT_CODES.some(
    (code) =>
      rest.net[code].minus(net[code]).abs().gt(maxDifference) ||
      rest.vat[code].minus(vat[code]).abs().gt(maxDifference),
  );
  return left.lte(bound) && !isRateLeft;
}
