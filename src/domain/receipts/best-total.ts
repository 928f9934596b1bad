import { type Decimal, sum, ZERO } from '../values/money.ts';
import { CONFIDENCE } from './fields.ts';
import type { LabelledSum } from './labelled-sums.ts';
import type { Line } from './lines.ts';
import { type Amount, amountsIn, type NumberStyle, printedUnit } from './numbers.ts';
import { matchesTotal, totalVat, type VatChoice } from './vat-choice.ts';
import { isTaxWithin, type Rate } from './vat-rows.ts';

/** A candidate for the total, with the evidence for it. */
export interface TotalCandidate {
  sum: LabelledSum;
  level: number;
  /** The VAT rows that add up to it. */
  choice?: VatChoice;
  /** The rate of the VAT, where the document prints the VAT without its rate. */
  rate?: Rate;
}

/** The labelled figures of a document. */
export interface ReceiptFigures {
  sums: readonly LabelledSum[];
  choices: readonly VatChoice[];
  lines: readonly Line[];
  style: NumberStyle;
}

/** The best total of the document. Arithmetic proof has the highest priority, then the label, then the position. */
export function bestTotal(figures: ReceiptFigures): TotalCandidate | undefined {
  const labelledLines = figures.sums.filter(({ kind }) => kind === 'gross');
  const candidates =
    labelledLines.length > 0 ? labelledLines : figures.sums.filter(({ kind }) => kind === 'payment');
  return candidates
    .map((candidate) => scoreTotal(candidate, figures))
    .sort((a, b) => b.level - a.level || b.sum.rank - a.sum.rank || b.sum.line - a.sum.line)[0];
}

function scoreTotal(candidate: LabelledSum, figures: ReceiptFigures): TotalCandidate {
  const { amount } = candidate;
  const choice = figures.choices.find((rows) => matchesTotal(rows, amount));
  const rate = figures.choices.length === 0 ? rateOfOnlyVat(amount, figures.sums) : undefined;
  const isProven = choice || rate || hasSupport(candidate, figures);
  const total: TotalCandidate = {
    sum: candidate,
    level: isProven ? CONFIDENCE.proven : levelOf(candidate, figures.sums),
  };
  if (choice) total.choice = choice;
  if (rate) total.rate = rate;
  return total;
}

/** The rate of a VAT amount printed without one, if it fits the total at exactly one rate. */
function rateOfOnlyVat(total: Amount, sums: readonly LabelledSum[]): Rate | undefined {
  const vat = sums.find(({ kind }) => kind === 'vat')?.amount;
  return vat && ([24, 11] as const).find((rate) => isTaxWithin(total, vat, rate));
}

/** Whether other sums of the document add up to this total. */
function hasSupport(candidate: LabelledSum, figures: ReceiptFigures): boolean {
  const { sums } = figures;
  const { amount: total } = candidate;
  const amounts = (...kinds: string[]) =>
    sums.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount);
  const equalsTotal = (value: Decimal) => value.minus(total.value).abs().lt(printedUnit(total).times('0.5'));
  const vats = [...amounts('vat').map(({ value }) => value), ...figures.choices.map(totalVat)];
  const nets = amounts('net', 'gross').filter(({ value }) => value.abs().lt(total.value.abs()));
  if (nets.some((net) => vats.some((vat) => equalsTotal(net.value.plus(vat))))) return true;
  if (
    amounts('cash').some((cash) =>
      amounts('change').some((change) => equalsTotal(cash.value.minus(change.value.abs()))),
    )
  )
    return true;
  return itemsAddUp(candidate, figures);
}

const MAX_ITEMS = 120;

/** Sums the last amounts of the lines above the total, from the bottom up, until they equal it. */
function itemsAddUp(
  { amount: total, line: totalLine }: LabelledSum,
  { lines, style, sums }: ReceiptFigures,
): boolean {
  const labelledLines = new Set(sums.map(({ line }) => line));
  let runningSum = ZERO;
  let items = 0;
  for (let i = totalLine - 1; i >= Math.max(0, totalLine - MAX_ITEMS); i--) {
    const line = lines[i];
    if (!line || labelledLines.has(i) || /\d ?%/.test(line.text)) continue;
    const last = amountsIn(line, style).at(-1);
    if (!last) continue;
    runningSum = runningSum.plus(last.value);
    items++;
    if (items > 1 && runningSum.minus(total.value).abs().lt(printedUnit(total).times('0.5'))) return true;
  }
  return false;
}

/** Without proof, the confidence depends on the label and on whether other sums confirm or contradict it. */
function levelOf(candidate: LabelledSum, sums: readonly LabelledSum[]): number {
  const { amount, rank, kind } = candidate;
  const isSameAmount = ({ amount: other }: LabelledSum) => other.value.eq(amount.value);
  const payments = sums.filter((other) => other.kind === 'payment');
  const isPaid =
    payments.some(isSameAmount) || sum(payments.map((payment) => payment.amount.value)).eq(amount.value);
  const rivals = sums.filter((other) => other.kind === 'gross' && other.rank >= rank && !isSameAmount(other));
  if (amount.isAmbiguous || kind === 'payment' || rivals.length > 0) return CONFIDENCE.unsure;
  if (payments.length > 0 && !isPaid) return CONFIDENCE.unsure;
  if (rank === 1) return CONFIDENCE.unsure;
  return isPaid || rank === 3 ? CONFIDENCE.labelled : CONFIDENCE.likely;
}
