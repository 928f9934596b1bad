import { type Decimal, divide, ONE, sum, ZERO } from '../values/money.ts';
import { type Amount, printedUnit } from './numbers.ts';
import { RATES, type Rate, type VatRow } from './vat-rows.ts';

/** One row for each VAT rate in the document. */
export type VatChoice = readonly VatRow[];

const MAX_OPTIONS = 6;

/** All combinations of one row, or the sum of the rows, for each rate. */
export function vatChoices(rows: readonly VatRow[]): VatChoice[] {
  let choices: VatChoice[] = [[]];
  for (const rate of [24, 11, 0] as const) {
    const options = optionsFor(rows.filter((row) => row.rate === rate));
    if (options.length > 0) choices = choices.flatMap((choice) => options.map((row) => [...choice, row]));
  }
  return choices.filter((choice) => choice.length > 0);
}

/** Later rows come first, because the summary follows the lines that it sums up. */
function optionsFor(rows: readonly VatRow[]): VatRow[] {
  const distinct = rows
    .filter(
      (row, i) => !rows.slice(i + 1).some((later) => later.vat.value.eq(row.vat.value) && later.rate > 0),
    )
    .slice(-MAX_OPTIONS)
    .reverse();
  const [last] = distinct;
  if (!last || rows.length < 2) return distinct;
  const summed: VatRow = {
    ...last,
    vat: { ...last.vat, value: sum(rows.map(({ vat }) => vat.value)) },
    isProven: rows.every(({ isProven }) => isProven),
  };
  const [nets, grosses] = [rows.map(({ net }) => net), rows.map(({ gross }) => gross)];
  if (allKnown(nets)) summed.net = sum(nets);
  if (allKnown(grosses)) summed.gross = sum(grosses);
  return [...distinct, summed];
}

function allKnown(values: (Decimal | undefined)[]): values is Decimal[] {
  return values.every((value) => value !== undefined);
}

/** The gross amount of the rows, and its tolerance due to rounding. */
function grossWithTolerance(choice: VatChoice): { value: Decimal; tolerance: Decimal } {
  let value = ZERO;
  let tolerance = ZERO;
  for (const row of choice) {
    const half = printedUnit(row.vat).times('0.5');
    const factor = ONE.plus(RATES[row.rate]);
    // If only the VAT is printed, the gross is imprecise: half a króna of VAT at 24% is 2.58 of gross.
    value = value.plus(row.gross ?? divide(row.vat.value.times(factor), RATES[row.rate]));
    tolerance = tolerance.plus(row.gross ? half : divide(half.times(factor), RATES[row.rate]));
  }
  return { value, tolerance };
}

/** Whether the rows add up to the total. */
export function matchesTotal(choice: VatChoice, total: Amount): boolean {
  const { value, tolerance } = grossWithTolerance(choice);
  return value
    .minus(total.value)
    .abs()
    .lte(tolerance.plus(printedUnit(total).times('0.5')));
}

/** Whether the rows add up to more than the total, which is impossible. */
export function exceedsTotal(choice: VatChoice, total: Amount): boolean {
  const { value, tolerance } = grossWithTolerance(choice);
  return value.abs().gt(total.value.abs().plus(tolerance).plus(printedUnit(total)));
}

export function totalVat(choice: VatChoice): Decimal {
  return sum(choice.map(({ vat }) => vat.value));
}

export function rowFor(choice: VatChoice, rate: Rate): VatRow | undefined {
  return choice.find((row) => row.rate === rate);
}
