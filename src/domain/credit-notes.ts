import { creditAmounts } from './credit-amounts.ts';
import {
  CREDIT_NOTE_WORDING,
  type CreditProblem,
  type OriginalLine,
  type RequestedLine,
} from './credit-lines.ts';
import { type CreditMatch, matchCreditLine } from './credit-matching.ts';
import {
  balancingLine,
  codeOf,
  codesInUse,
  creditedQuantity,
  type InvoiceToCredit,
  type NoteLine,
  quantityLine,
  sumsOf,
} from './credit-note-lines.ts';
import { checkRest, roundingBound, spreadNets, wholeNets } from './credit-rest.ts';
import { creditable, nothingLeft, restAfter, uncreditedQuantity } from './credits.ts';
import type { InvoiceDiscount } from './line-figures.ts';
import { type Decimal, isNegative, isZero, ONE, roundTo, ZERO } from './money.ts';
import type { Totals } from './totals.ts';
import { NEWEST_VAT_RATES, VAT_CODES } from './vat.ts';
import { isViolation } from './violation.ts';

/** Without lines a note credits all that is left; with `isPart` and a smaller amount it credits that amount. */
export interface CreditRequest {
  lines?: readonly RequestedLine[] | undefined;
  amount?: Decimal | undefined;
  isPart?: boolean | undefined;
}

export interface CreditNote<L extends OriginalLine> {
  lines: NoteLine<L>[];
  /** The note's share of the discount on the whole invoice. A note with amounts has it on its lines instead. */
  discount: InvoiceDiscount | undefined;
  leavesNothing: boolean;
}

/** The lines of a credit note within what earlier notes have left of each VAT rate, or the refusal. */
export function planCreditNote<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  { lines: requested, amount, isPart = false }: CreditRequest,
): CreditNote<L> | CreditProblem {
  if (invoice.isCredited) return nothingLeft(CREDIT_NOTE_WORDING);
  if (requested === undefined) {
    if (isPart && amount?.gt(ZERO) && amount.lt(invoice.rest.amount)) return creditAmount(invoice, amount);
    return creditRest(invoice);
  }
  const matches = matchLines(invoice.lines, requested);
  if (isViolation(matches)) return matches;
  const byName = originalPrices(requested, matches);
  if (isQuantities(invoice, matches, byName, amount)) return creditQuantities(invoice, byName, amount);
  const lines = creditAmounts(invoice, requested, matches, amount);
  return isViolation(lines) ? lines : finishNote(invoice, lines, undefined, ZERO);
}

function matchLines<L extends OriginalLine>(
  lines: readonly L[],
  requested: readonly RequestedLine[],
): CreditMatch<L>[] | CreditProblem {
  const left = new Map(lines.map((line) => [line.id, uncreditedQuantity(line)]));
  const matches: CreditMatch<L>[] = [];
  for (const [i, line] of requested.entries()) {
    const match = matchCreditLine(lines, left, line, i + 1, CREDIT_NOTE_WORDING);
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
  return finishNote(invoice, lines, credit.discount, isOnlyRounded(invoice) ? roundingBound(rest) : ZERO);
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
  const most = isZero(left) ? bound : ZERO;
  const isRateLeft = VAT_CODES.some(
    (code) =>
      rest.net[code].minus(net[code]).abs().gt(most) || rest.vat[code].minus(vat[code]).abs().gt(most),
  );
  return left.lte(bound) && !isRateLeft;
}

/** Credits an amount including VAT, with a line for each VAT rate. */
function creditAmount<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  amount: Decimal,
): CreditNote<L> | CreditProblem {
  const { rest, rates = NEWEST_VAT_RATES } = invoice;
  const nets = [...spreadNets(roundTo(amount, 2), rest, codesInUse(invoice), rates)];
  const lines = nets.filter(([, net]) => !isZero(net)).map(([code, net]) => balancingLine('part', code, net));
  return finishNote(invoice, lines, undefined, roundingBound(rest));
}

/**
 * Credits all that is left: the quantities that are left, and per rate a line for the difference from what is left of
 * that rate, where amounts were credited before or earlier notes were rounded.
 */
function creditRest<L extends OriginalLine>(invoice: InvoiceToCredit<L>): CreditNote<L> | CreditProblem {
  const { rest, rates = NEWEST_VAT_RATES } = invoice;
  const open = creditable(invoice);
  if (!isViolation(open)) {
    const { amount, net, vat } = sumsOf(invoice, open.lines, open.discount);
    const isRest =
      amount.eq(rest.amount) &&
      VAT_CODES.every((code) => net[code].eq(rest.net[code]) && vat[code].eq(rest.vat[code]));
    const lines = open.lines.map((line) => quantityLine(line, null));
    if (isRest) return { lines, discount: open.discount, leavesNothing: true };
  }
  const wanted = wholeNets(rest, codesInUse(invoice), rates);
  const quantities = restAfter(invoice.lines, [])
    .filter((line) => !isZero(wanted.get(codeOf(invoice, line)) ?? ZERO))
    .map(({ original, qty }) => creditedQuantity(invoice, original, qty, null));
  const have = sumsOf(invoice, quantities);
  const balances = [...wanted].flatMap(([code, net]) => {
    const exact = quantities.reduce(
      (sum, line, i) => (codeOf(invoice, line) === code ? sum.plus(have.lines[i]?.net ?? ZERO) : sum),
      ZERO,
    );
    const difference = roundTo(net.minus(exact), 4);
    const kind = difference.abs().lt(ONE) ? 'rounding' : isNegative(difference) ? 'before' : 'part';
    return isZero(difference) ? [] : [balancingLine(kind, code, difference)];
  });
  return { lines: [...quantities, ...balances], discount: undefined, leavesNothing: true };
}
