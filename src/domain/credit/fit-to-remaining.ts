import { NEWEST_VAT_RATES, VAT_CODES, type VatCode } from '../invoices/vat.ts';
import {
  type Decimal,
  divide,
  isNegative,
  isZero,
  ONE,
  round2,
  roundTo,
  sum,
  ZERO,
} from '../values/money.ts';
import { isViolation } from '../values/violation.ts';
import {
  balancingLine,
  codeOf,
  type InvoiceToCredit,
  isRoundingLine,
  type NoteLine,
  roundingUnit,
  sumsOf,
} from './note-lines.ts';
import { exceedsRate, exceedsRemaining, PRICE_PLACES, wholeNet, wholeNets } from './remaining.ts';
import type { CreditViolation, OriginalLine } from './request.ts';

/** The lines of a note that keeps to what is left of each rate. */
export interface FittedNote<L extends OriginalLine> {
  lines: NoteLine<L>[];
  leavesNothing: boolean;
  /** Including VAT: what free lines take from other rates than their own. */
  moved: Decimal;
}

/** What a note wants of one rate, without VAT, and what it gets. */
interface RateShare {
  code: VatCode;
  rate: Decimal;
  remainingNet: Decimal;
  /** By lines that name a line of the invoice: it stays with its rate. */
  named: Decimal;
  free: Decimal;
  target: Decimal;
  /** It gets all that is left: the last credit of a rate may miss that by rounding. */
  isWhole: boolean;
}

const grossOf = ({ rate }: RateShare, net: Decimal) => net.times(ONE.plus(rate));

/**
 * Keeps the lines of a note to what earlier notes have left of each rate, or refuses them. A rate of which the note wants what is left
 * but for rounding gives exactly that. What free lines want of a rate that has too little comes from the other rates, in
 * proportion to what is left of those. Lines of rounding count only in the sum of the note.
 */
export function fitToRemaining<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  lines: readonly NoteLine<L>[],
): FittedNote<L> | CreditViolation {
  const unit = roundingUnit(invoice);
  const shares = rateShares(invoice, lines);
  const moved = moveExcess(invoice, shares, unit);
  if (isViolation(moved)) return moved;
  for (const share of shares) share.isWhole ||= isLast(share, unit);
  const { remaining, rates = NEWEST_VAT_RATES } = invoice;
  // Rounding of earlier notes can leave a negative sum of a rate, which goes with the last of the others.
  const leavesNothing = shares.every(
    ({ isWhole, remainingNet, target }) => isWhole || remainingNet.minus(target).lt(unit),
  );
  const excess = sumsOf(invoice, lines).amount.minus(remaining.amount);
  const isAllRemaining = leavesNothing && excess.lt(unit.times(VAT_CODES.length));
  const codes = shares.filter(({ remainingNet }) => !isZero(remainingNet)).map(({ code }) => code);
  const nets = isAllRemaining ? wholeNets(remaining, codes, rates) : null;
  for (const share of shares)
    if (nets) share.target = nets.get(share.code) ?? ZERO;
    else if (share.isWhole) share.target = wholeNet(remaining, share.code, rates);
  // All that remains takes rounding with it, so lines of rounding have nothing to add.
  const kept = nets ? lines.filter((line) => !isRoundingLine(invoice, line)) : lines;
  const fitted = shares.reduce((all, share) => fitRate(invoice, all, share), [...kept]);
  const { amount } = sumsOf(invoice, fitted);
  if (amount.gt(remaining.amount)) return exceedsRemaining(remaining);
  return { lines: fitted, leavesNothing: nets !== null, moved: moved.gte(unit) ? round2(moved) : ZERO };
}

function rateShares<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  lines: readonly NoteLine<L>[],
): RateShare[] {
  const { remaining, rates = NEWEST_VAT_RATES } = invoice;
  const sums = sumsOf(invoice, lines);
  return VAT_CODES.map((code) => {
    const netsOf = (isCounted: (line: NoteLine<L>) => boolean) =>
      sum(
        lines.flatMap((line, i) =>
          codeOf(invoice, line) === code && !isRoundingLine(invoice, line) && isCounted(line)
            ? [sums.lines[i]?.net ?? ZERO]
            : [],
        ),
      );
    const named = netsOf(({ kind }) => kind !== 'free');
    const free = netsOf(({ kind }) => kind === 'free');
    const target = named.plus(free);
    return {
      code,
      rate: rates[code],
      remainingNet: remaining.net[code],
      named,
      free,
      target,
      isWhole: false,
    };
  });
}

/** Whether the note wants more of a rate than is left. Lines with negative prices can leave a negative sum, which is exceeded downwards. */
function isExceeded({ remainingNet, target }: RateShare): boolean {
  return isNegative(remainingNet) ? target.lt(remainingNet) || target.gt(ZERO) : target.gt(remainingNet);
}

/** Whether the note wants of a rate what is left of it, but for rounding. Quantities below that leave it to later notes. */
function isLast(share: RateShare, unit: Decimal): boolean {
  const { remainingNet, free, target } = share;
  if (isZero(target) || remainingNet.minus(target).abs().gte(unit)) return false;
  return isExceeded(share) || !isZero(free);
}

/** Takes what is wanted beyond what remains of a rate from the others, and returns that sum including VAT. */
function moveExcess<L extends OriginalLine>(
  { remaining }: InvoiceToCredit<L>,
  shares: readonly RateShare[],
  unit: Decimal,
): Decimal | CreditViolation {
  let excess = ZERO;
  for (const share of shares) {
    if (!isExceeded(share)) continue;
    share.isWhole = isLast(share, unit);
    if (share.isWhole) continue;
    const room = isNegative(share.remainingNet) ? ZERO : share.remainingNet;
    if (isNegative(share.target) || share.named.minus(room).gte(unit)) return exceedsRate(remaining, share);
    excess = excess.plus(grossOf(share, share.target.minus(room)));
    share.target = room;
    share.isWhole = share.remainingNet.eq(room);
  }
  const open = shares.filter(({ isWhole, remainingNet, target }) => !isWhole && remainingNet.gt(target));
  const capacity = sum(open.map((share) => grossOf(share, share.remainingNet.minus(share.target))));
  if (excess.minus(capacity).gte(unit)) return exceedsRemaining(remaining);
  const moved = excess.gt(capacity) ? capacity : excess;
  if (isZero(moved)) return moved;
  for (const share of open) {
    const room = grossOf(share, share.remainingNet.minus(share.target));
    const added = divide(divide(room.times(moved), capacity), ONE.plus(share.rate));
    share.target = share.target.plus(roundTo(added, PRICE_PLACES));
    share.isWhole = share.remainingNet.minus(share.target).abs().lt(unit);
  }
  return moved;
}

/** Changes the lines of one rate so that they add up to its target. */
function fitRate<L extends OriginalLine>(
  invoice: InvoiceToCredit<L>,
  lines: readonly NoteLine<L>[],
  { code, named, free, target }: RateShare,
): NoteLine<L>[] {
  const difference = roundTo(target.minus(named).minus(free), PRICE_PLACES);
  if (isZero(difference)) return [...lines];
  if (difference.abs().lt(roundingUnit(invoice)))
    return [...lines, balancingLine('rounding', code, difference)];
  const isFree = (line: NoteLine<L>) => line.kind === 'free' && !isRoundingLine(invoice, line);
  const index = lines.find(isFree)?.index ?? null;
  if (!isNegative(difference)) return [...lines, { ...balancingLine('free', code, difference), index }];
  // What is left of the free lines of this rate stands in one line.
  const others = lines.filter((line) => !(isFree(line) && codeOf(invoice, line) === code));
  const first = lines.find((line) => isFree(line) && codeOf(invoice, line) === code);
  const kept = roundTo(target.minus(named), PRICE_PLACES);
  const line = { ...balancingLine('free', code, kept), index: first?.index ?? index };
  return isZero(kept) ? others : [...others, line];
}
