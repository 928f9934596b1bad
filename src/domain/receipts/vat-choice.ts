import { type Decimal, divide, ONE, sum, ZERO } from '../money.ts';
import { type Amount, unitOf } from './numbers.ts';
import { RATES, type Rate, type VatRow } from './vat-rows.ts';

/** One row for each rate that the document tells of. */
export type VatChoice = readonly VatRow[];

const MOST_OPTIONS = 6;

/** Every way to pick one row, or the sum of the rows, for each rate. */
export function vatChoices(rows: readonly VatRow[]): VatChoice[] {
  let choices: VatChoice[] = [[]];
  for (const rate of [24, 11, 0] as const) {
    const options = optionsFor(rows.filter((row) => row.rate === rate));
    if (options.length > 0) choices = choices.flatMap((choice) => options.map((row) => [...choice, row]));
  }
  return choices.filter((choice) => choice.length > 0);
}

/** Later rows first: the summary comes after the lines that it sums up. */
function optionsFor(rows: readonly VatRow[]): VatRow[] {
  const distinct = rows
    .filter(
      (row, i) => !rows.slice(i + 1).some((later) => later.vat.value.eq(row.vat.value) && later.rate > 0),
    )
    .slice(-MOST_OPTIONS)
    .reverse();
  const [last] = distinct;
  if (!last || rows.length < 2) return distinct;
  const added: VatRow = {
    ...last,
    vat: { ...last.vat, value: sum(rows.map(({ vat }) => vat.value)) },
    proven: rows.every(({ proven }) => proven),
  };
  const [nets, grosses] = [rows.map(({ net }) => net), rows.map(({ gross }) => gross)];
  if (allKnown(nets)) added.net = sum(nets);
  if (allKnown(grosses)) added.gross = sum(grosses);
  return [...distinct, added];
}

function allKnown(values: (Decimal | undefined)[]): values is Decimal[] {
  return values.every((value) => value !== undefined);
}

/** What the rows come to with VAT, and by how much rounding may have moved it. */
export function grossOf(choice: VatChoice): { value: Decimal; slack: Decimal } {
  let value = ZERO;
  let slack = ZERO;
  for (const row of choice) {
    const half = unitOf(row.vat).times('0.5');
    const factor = ONE.plus(RATES[row.rate]);
    // Without its base printed, a tax tells the sum only roughly: half a króna of tax is 2.58 of sum.
    value = value.plus(row.gross ?? divide(row.vat.value.times(factor), RATES[row.rate]));
    slack = slack.plus(row.gross ? half : divide(half.times(factor), RATES[row.rate]));
  }
  return { value, slack };
}

/** Whether the rows account for the whole total. */
export function makesUp(choice: VatChoice, total: Amount): boolean {
  const { value, slack } = grossOf(choice);
  return value
    .minus(total.value)
    .abs()
    .lte(slack.plus(unitOf(total).times('0.5')));
}

/** Whether the rows come to more than the total, which can't be. */
export function exceeds(choice: VatChoice, total: Amount): boolean {
  const { value, slack } = grossOf(choice);
  return value.abs().gt(total.value.abs().plus(slack).plus(unitOf(total)));
}

export function vatOf(choice: VatChoice): Decimal {
  return sum(choice.map(({ vat }) => vat.value));
}

export function rowFor(choice: VatChoice, rate: Rate): VatRow | undefined {
  return choice.find((row) => row.rate === rate);
}
