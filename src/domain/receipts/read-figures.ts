import { fixed2, isNegative } from '../money.ts';
import { bestTotal, type Figures, type Total } from './best-total.ts';
import { capped, field, LEVEL, type ReadField, type ReceiptFields } from './fields.ts';
import { type NamedSum, readSums } from './labelled-sums.ts';
import type { Line } from './lines.ts';
import { type Amount, styleOf } from './numbers.ts';
import { type Place, quoted, weighed } from './place.ts';
import { exceeds, rowFor, type VatChoice, vatChoices, vatOf } from './vat-choice.ts';
import { readVatRows, type VatRow } from './vat-rows.ts';

export interface FiguresRead extends Pick<ReceiptFields, 'amount' | 'vat_24' | 'vat_11'> {
  /** The total is below zero, so money goes back. */
  negative: boolean;
  /** Where the total stands, for telling its currency. */
  place?: Place;
}

/** Total and VAT. They are weighed together, because each is the best proof of the other. */
export function readFigures(lines: readonly Line[], source: string): FiguresRead {
  const style = styleOf(lines);
  const rows = readVatRows(lines, style);
  const figures: Figures = { lines, style, sums: readSums(lines, style), choices: vatChoices(rows) };
  const total = bestTotal(figures);
  const read: FiguresRead = { negative: total ? isNegative(total.sum.amount.value) : false };
  const write = (amount: Amount, place: Place, level: number): ReadField<string> => {
    // A proof holds whatever the letters looked like.
    const confidence = level >= LEVEL.proven ? level : weighed(lines, place, level);
    return field(fixed2(amount.value.abs()), confidence, quoted(lines, place, source));
  };
  if (total) {
    read.amount = write(total.sum.amount, total.sum, total.level);
    read.place = total.sum;
  }
  for (const [rate, vat] of vatFields(figures, rows, total))
    read[`vat_${rate}`] = write(vat.amount, vat.place, vat.level);
  if (
    total &&
    !total.choice &&
    figures.choices.length > 0 &&
    figures.choices.every((choice) => exceeds(choice, total.sum.amount))
  )
    return contradicted(read);
  return read;
}

/** More VAT than the total can hold: one of them is wrong, and nobody knows which. */
function contradicted(read: FiguresRead): FiguresRead {
  for (const name of ['amount', 'vat_24', 'vat_11'] as const) {
    const figure = read[name];
    if (figure) read[name] = capped(figure, LEVEL.contradicted);
  }
  return read;
}

type ReadVat = { amount: Amount; place: Place; level: number };

function vatFields(
  figures: Figures,
  rows: readonly VatRow[],
  total: Total | undefined,
): [24 | 11, ReadVat][] {
  const vatSum = figures.sums.find(({ kind }) => kind === 'vat');
  if (total?.rate && vatSum)
    return [[total.rate as 24 | 11, { amount: vatSum.amount, place: vatSum, level: LEVEL.proven }]];
  const choice = total?.choice ?? figures.choices.find((one) => addsUpTo(one, vatSum)) ?? figures.choices[0];
  if (!choice) return [];
  return ([24, 11] as const).flatMap((rate): [24 | 11, ReadVat][] => {
    const row = rowFor(choice, rate);
    return row
      ? [[rate, { amount: row.vat, place: row, level: levelOfVat(row, rows, choice, total, vatSum) }]]
      : [];
  });
}

function addsUpTo(choice: VatChoice, vatSum: NamedSum | undefined): boolean {
  return vatSum !== undefined && vatOf(choice).eq(vatSum.amount.value);
}

function levelOfVat(
  row: VatRow,
  rows: readonly VatRow[],
  choice: VatChoice,
  total: Total | undefined,
  vatSum: NamedSum | undefined,
): number {
  if (total?.choice || addsUpTo(choice, vatSum)) return LEVEL.proven;
  if (vatSum) return LEVEL.unsure;
  const rivals = rows.some((other) => other.rate === row.rate && !other.vat.value.eq(row.vat.value));
  if (rivals || row.vat.doubtful) return LEVEL.unsure;
  return row.proven ? LEVEL.labelled : LEVEL.likely;
}
