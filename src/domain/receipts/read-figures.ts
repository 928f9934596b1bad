import { fixed2, isNegative } from '../values/money.ts';
import { bestTotal, type ReceiptFigures, type TotalCandidate } from './best-total.ts';
import { CONFIDENCE, capConfidence, type ReadField, type ReceiptFields } from './fields.ts';
import { type LabelledSum, readSums } from './labelled-sums.ts';
import type { Line } from './lines.ts';
import { type Amount, detectNumberStyle } from './numbers.ts';
import { fieldAt, type Position, scaleByLegibility } from './position.ts';
import { exceedsTotal, rowFor, totalVat, type VatChoice, vatChoices } from './vat-choice.ts';
import { readVatRows, type VatRow } from './vat-rows.ts';

interface FigureFields extends Pick<ReceiptFields, 'amount' | 'vat_24' | 'vat_11'> {
  /** The total is negative: a refund. */
  isNegative: boolean;
  /** Position of the total, next to which the currency is searched. */
  place?: Position;
}

/** Reads total and VAT together, because each is the best proof of the other. */
export function readFigures(lines: readonly Line[], source: string): FigureFields {
  const style = detectNumberStyle(lines);
  const rows = readVatRows(lines, style);
  const figures: ReceiptFigures = { lines, style, sums: readSums(lines, style), choices: vatChoices(rows) };
  const total = bestTotal(figures);
  const read: FigureFields = { isNegative: total ? isNegative(total.sum.amount.value) : false };
  const write = (amount: Amount, place: Position, level: number): ReadField<string> => {
    // Arithmetic proof does not depend on legibility.
    const confidence = level >= CONFIDENCE.proven ? level : scaleByLegibility(lines, place, level);
    return fieldAt(lines, place, source, { value: fixed2(amount.value.abs()), confidence });
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
    figures.choices.every((choice) => exceedsTotal(choice, total.sum.amount))
  )
    return capContradicted(read);
  return read;
}

/** The VAT is too high for the total: one of the two is wrong, and it is unknown which. */
function capContradicted(read: FigureFields): FigureFields {
  for (const name of ['amount', 'vat_24', 'vat_11'] as const) {
    const figure = read[name];
    if (figure) read[name] = capConfidence(figure, CONFIDENCE.contradicted);
  }
  return read;
}

type ReadVat = { amount: Amount; place: Position; level: number };

function vatFields(
  figures: ReceiptFigures,
  rows: readonly VatRow[],
  total: TotalCandidate | undefined,
): [24 | 11, ReadVat][] {
  const vatSum = figures.sums.find(({ kind }) => kind === 'vat');
  if (total?.rate && vatSum)
    return [[total.rate as 24 | 11, { amount: vatSum.amount, place: vatSum, level: CONFIDENCE.proven }]];
  const choice = total?.choice ?? figures.choices.find((one) => addsUpTo(one, vatSum)) ?? figures.choices[0];
  if (!choice) return [];
  return ([24, 11] as const).flatMap((rate): [24 | 11, ReadVat][] => {
    const row = rowFor(choice, rate);
    return row
      ? [[rate, { amount: row.vat, place: row, level: levelOfVat(row, rows, choice, total, vatSum) }]]
      : [];
  });
}

function addsUpTo(choice: VatChoice, vatSum: LabelledSum | undefined): boolean {
  return vatSum !== undefined && totalVat(choice).eq(vatSum.amount.value);
}

function levelOfVat(
  row: VatRow,
  rows: readonly VatRow[],
  choice: VatChoice,
  total: TotalCandidate | undefined,
  vatSum: LabelledSum | undefined,
): number {
  if (total?.choice || addsUpTo(choice, vatSum)) return CONFIDENCE.proven;
  if (vatSum) return CONFIDENCE.unsure;
  const rivals = rows.some((other) => other.rate === row.rate && !other.vat.value.eq(row.vat.value));
  if (rivals || row.vat.isAmbiguous) return CONFIDENCE.unsure;
  return row.isProven ? CONFIDENCE.labelled : CONFIDENCE.likely;
}
