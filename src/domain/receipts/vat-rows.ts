import { NEWEST_VAT_RATES } from '../invoices/vat.ts';
import { type Decimal, decimal, isZero, ONE } from '../values/money.ts';
import { cellAbove, type Line } from './lines.ts';
import { type Amount, amountsIn, type NumberStyle, printedUnit } from './numbers.ts';
import type { Position } from './position.ts';

export type Rate = 24 | 11 | 0;

/** The figures of one line for one VAT rate. */
export interface VatRow extends Position {
  rate: Rate;
  vat: Amount;
  net?: Decimal;
  gross?: Decimal;
  /** The figures on the line confirm each other. */
  isProven: boolean;
}

export const RATES: Readonly<Record<Rate, Decimal>> = {
  24: NEWEST_VAT_RATES.S,
  11: NEWEST_VAT_RATES.AA,
  0: NEWEST_VAT_RATES.Z,
};

const RATE = /(?<![\d.,])(24|11|0)(?:[.,]0{1,2})? ?%/g;
const VAT_WORD = /\b(vsk|v\.s\.k|virdisauk\w*|skattur|vat|tax)\b/;
const HEADING = /\b(skatt(?:t|p)?rep|trep|vsk|vat|virdisauk\w*|tax)\b/;
const BARE_RATE = /^ *(?:[a-e]\b[ =:]*)?(24|11)(?:[.,]0{1,2})? (?= *\S)/;
/** Words that mark a single amount on the line as something other than the VAT. */
const NOT_THE_TAX =
  /\b(an vsk|med vsk|m\.? ?vsk|m\/vsk|incl|excl|ex\.? vat|nett\w|net|brutt\w|gross|stofn\w*|grunn\w*|base|skattskyld\w*|velta)\b|(?:vsk|vat|%)\W+(?:af|of|on)\b/;
const HEADING_REACH = 6;

/** Rows are compared with each other, and the amounts of a row too. No printed VAT table has nearly as many. */
const MAX_ROWS = 100;
const MAX_AMOUNTS = 12;

export function readVatRows(lines: readonly Line[], style: NumberStyle): VatRow[] {
  const rows = lines.flatMap((line, index) => {
    const rates = [...line.folded.matchAll(RATE)];
    if (rates.length === 0) return rowWithBareRate(lines, index, style);
    return rates.flatMap((match, i) => {
      // A line may have several rates, each followed by its own amounts.
      const from = rates.length > 1 ? match.index : 0;
      const to = rates.length > 1 ? (rates[i + 1]?.index ?? line.text.length) : line.text.length;
      const rate = Number(match[1]) as Rate;
      const amounts = amountsIn(line, style, { from, to });
      const row = amounts.length > 0 ? interpretAmounts(amounts, rate) : undefined;
      if (row && (row.isProven || isLabelled(lines, index))) return [{ ...row, rate, line: index, from, to }];
      return amounts.length === 0 ? rowBelow(lines, index, match, style) : [];
    });
  });
  return rows.slice(-MAX_ROWS);
}

function isLabelled(lines: readonly Line[], index: number): boolean {
  const text = lines[index]?.folded ?? '';
  return VAT_WORD.test(text) && !NOT_THE_TAX.test(text);
}

type RowAmounts = Pick<VatRow, 'vat' | 'net' | 'gross' | 'isProven'>;

/** Finds net, VAT and gross among the amounts of a line, in any order. */
function interpretAmounts(amounts: readonly Amount[], rate: Rate): RowAmounts | undefined {
  const nonZero = amounts.filter(({ value }) => !isZero(value));
  if (nonZero.length > MAX_AMOUNTS) return undefined;
  if (rate === 0) return rowWithoutTax(nonZero);
  for (const net of nonZero) {
    for (const vat of nonZero) {
      if (vat === net || !isTaxOf(net, vat, rate)) continue;
      const gross = nonZero.find(({ value }) =>
        value.minus(net.value).minus(vat.value).abs().lt(printedUnit(net, vat)),
      );
      if (gross || nonZero.length === 2)
        return { vat, net: net.value, gross: gross?.value ?? net.value.plus(vat.value), isProven: true };
    }
  }
  for (const gross of nonZero) {
    for (const vat of nonZero)
      if (vat !== gross && isTaxWithin(gross, vat, rate))
        return { vat, net: gross.value.minus(vat.value), gross: gross.value, isProven: true };
  }
  const only = nonZero.length === 1 ? nonZero[0] : undefined;
  return only && { vat: only, isProven: false };
}

function rowWithoutTax(amounts: readonly Amount[]): RowAmounts | undefined {
  const [first] = amounts;
  if (!first || amounts.some(({ value }) => !value.eq(first.value))) return undefined;
  const vat = { ...first, value: decimal(0) };
  return { vat, net: first.value, gross: first.value, isProven: false };
}

/** Small numbers match by coincidence: 1 is the rounded VAT of 4. */
function isLargeEnough(net: Amount, vat: Amount): boolean {
  return vat.value.abs().gte(printedUnit(net, vat).times(10));
}

/**
 * Tolerance: both figures are rounded to a printed unit, and the rounding of the net counts with the factor of the
 * rate.
 */
function isTaxOf(net: Amount, vat: Amount, rate: Rate): boolean {
  if (!isLargeEnough(net, vat)) return false;
  const tolerance = printedUnit(net, vat).times('0.5').times(ONE.plus(RATES[rate]));
  return vat.value.minus(net.value.times(RATES[rate])).abs().lte(tolerance);
}

/** Whether the gross contains exactly this VAT: gross × rate = VAT × (1 + rate). */
export function isTaxWithin(gross: Amount, vat: Amount, rate: Rate): boolean {
  if (!isLargeEnough(gross, vat)) return false;
  const factor = ONE.plus(RATES[rate]);
  const tolerance = printedUnit(gross, vat).times('0.5').times(factor.plus(RATES[rate]));
  return gross.value.times(RATES[rate]).minus(vat.value.times(factor)).abs().lte(tolerance);
}

/** `VSK 24%   VSK 11%` as a heading, with the amounts below it on the next line. */
function rowBelow(
  lines: readonly Line[],
  index: number,
  heading: RegExpMatchArray,
  style: NumberStyle,
): VatRow[] {
  if (!isLabelled(lines, index)) return [];
  const below = index + 1;
  const line = lines[below];
  if (!line || /[a-z]{3}/.test(line.folded.replace(/\bkr\b|\bisk\b/g, ''))) return [];
  const position = heading.index ?? 0;
  const vat = amountsIn(line, style).find((amount) => {
    const above = cellAbove(lines, below, amount);
    return above && above.from <= position && position < above.to;
  });
  if (!vat || isZero(vat.value)) return [];
  return [
    { rate: Number(heading[1]) as Rate, vat, isProven: false, line: below, from: vat.from, to: vat.to },
  ];
}

/** Table rows that name the rate without a percent sign, or only by a letter. The figures must prove the rate. */
function rowWithBareRate(lines: readonly Line[], index: number, style: NumberStyle): VatRow[] {
  const line = lines[index];
  const above = lines.slice(Math.max(0, index - HEADING_REACH), index);
  if (!line || !above.some(({ folded }) => HEADING.test(folded))) return [];
  const rateMatch = BARE_RATE.exec(line.folded);
  const amounts = amountsIn(line, style).filter(({ from }) => from >= (rateMatch?.[0].length ?? 0));
  if (amounts.length < (rateMatch ? 2 : 3)) return [];
  for (const rate of rateMatch ? [Number(rateMatch[1]) as Rate] : ([24, 11] as const)) {
    const row = interpretAmounts(amounts, rate);
    if (row?.isProven) return [{ ...row, rate, line: index, from: 0, to: line.text.length }];
  }
  return [];
}
