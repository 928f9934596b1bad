import { type Decimal, sum, ZERO } from '../money.ts';
import { LEVEL } from './fields.ts';
import type { NamedSum } from './labelled-sums.ts';
import type { Line } from './lines.ts';
import { type Amount, amountsIn, type NumberStyle, unitOf } from './numbers.ts';
import { makesUp, type VatChoice, vatOf } from './vat-choice.ts';
import { isTaxWithin, type Rate } from './vat-rows.ts';

/** A total that the document may mean, with what speaks for it. */
export interface Total {
  sum: NamedSum;
  level: number;
  /** The VAT rows that add up to it. */
  choice?: VatChoice;
  /** The rate that its VAT has, where the VAT is printed without one. */
  rate?: Rate;
}

/** The figures of a document, as far as they bear a name. */
export interface Figures {
  sums: readonly NamedSum[];
  choices: readonly VatChoice[];
  lines: readonly Line[];
  style: NumberStyle;
}

/** The best total of the document. Proof by arithmetic counts most, then the label, then the place. */
export function bestTotal(figures: Figures): Total | undefined {
  const named = figures.sums.filter(({ kind }) => kind === 'gross');
  const candidates = named.length > 0 ? named : figures.sums.filter(({ kind }) => kind === 'payment');
  return candidates
    .map((candidate) => weighTotal(candidate, figures))
    .sort((a, b) => b.level - a.level || b.sum.rank - a.sum.rank || b.sum.line - a.sum.line)[0];
}

function weighTotal(candidate: NamedSum, figures: Figures): Total {
  const { amount } = candidate;
  const choice = figures.choices.find((rows) => makesUp(rows, amount));
  const rate = figures.choices.length === 0 ? rateOfOnlyVat(amount, figures.sums) : undefined;
  const proven = choice || rate || hasSupport(candidate, figures);
  const total: Total = { sum: candidate, level: proven ? LEVEL.proven : levelOf(candidate, figures.sums) };
  if (choice) total.choice = choice;
  if (rate) total.rate = rate;
  return total;
}

/** The rate of a VAT that is printed without one, when the total can hold it at one rate only. */
function rateOfOnlyVat(total: Amount, sums: readonly NamedSum[]): Rate | undefined {
  const vat = sums.find(({ kind }) => kind === 'vat')?.amount;
  return vat && ([24, 11] as const).find((rate) => isTaxWithin(total, vat, rate));
}

/** Sums elsewhere in the document that come out at this total. */
function hasSupport(candidate: NamedSum, figures: Figures): boolean {
  const { sums } = figures;
  const { amount: total } = candidate;
  const amounts = (...kinds: string[]) =>
    sums.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount);
  const meets = (value: Decimal) => value.minus(total.value).abs().lt(unitOf(total).times('0.5'));
  const vats = [...amounts('vat').map(({ value }) => value), ...figures.choices.map(vatOf)];
  const nets = amounts('net', 'gross').filter(({ value }) => value.abs().lt(total.value.abs()));
  if (nets.some((net) => vats.some((vat) => meets(net.value.plus(vat))))) return true;
  if (
    amounts('cash').some((cash) =>
      amounts('change').some((change) => meets(cash.value.minus(change.value.abs()))),
    )
  )
    return true;
  return itemsAddUp(candidate, figures);
}

const MOST_ITEMS = 120;

/** Adds up the last amounts of the lines above the total, upwards, until they meet it or pass it by. */
function itemsAddUp({ amount: total, line: totalLine }: NamedSum, { lines, style, sums }: Figures): boolean {
  const named = new Set(sums.map(({ line }) => line));
  let added = ZERO;
  let items = 0;
  for (let i = totalLine - 1; i >= Math.max(0, totalLine - MOST_ITEMS); i--) {
    const line = lines[i];
    if (!line || named.has(i) || /\d ?%/.test(line.text)) continue;
    const last = amountsIn(line, style).at(-1);
    if (!last) continue;
    added = added.plus(last.value);
    items++;
    if (items > 1 && added.minus(total.value).abs().lt(unitOf(total).times('0.5'))) return true;
  }
  return false;
}

/** Without a proof the label decides, and whether anything else in the document says the same or something else. */
function levelOf(candidate: NamedSum, sums: readonly NamedSum[]): number {
  const { amount, rank, kind } = candidate;
  const same = ({ amount: other }: NamedSum) => other.value.eq(amount.value);
  const payments = sums.filter((other) => other.kind === 'payment');
  const isPaid = payments.some(same) || sum(payments.map((payment) => payment.amount.value)).eq(amount.value);
  const rivals = sums.filter((other) => other.kind === 'gross' && other.rank >= rank && !same(other));
  if (amount.doubtful || kind === 'payment' || rivals.length > 0) return LEVEL.unsure;
  if (payments.length > 0 && !isPaid) return LEVEL.unsure;
  if (rank === 1) return LEVEL.unsure;
  return isPaid || rank === 3 ? LEVEL.labelled : LEVEL.likely;
}
