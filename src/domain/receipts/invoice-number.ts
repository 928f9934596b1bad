import { checkKennitala, normalizeKennitala } from '../values/kennitala.ts';
import { CONFIDENCE, makeField, type ReadField } from './fields.ts';
import { cellAbove, type Line } from './lines.ts';
import { fieldAt, type Position, scaleByLegibility } from './position.ts';

/** Compounds such as símreikningur count; accounts at a bank or with a customer are "reikningur" too, and do not. */
const NUMBER_LABEL =
  /\b(?:(?!banka|vidskipta|launa|spari|veltu)\w{0,12}(?:reiknings?(?:ur)?|kvittun(?:ar)?|nota)[ -]?(?:nr|numer|no)?\b|(?:invoice|receipt|credit note|bill)(?: ?(?:no|number|nr|num|#))?\b)[.:# ]*(?:(?:nr|no|numer)\b[.: ]*)?/g;
const NAMES_NUMBER = /nr|numer|\bno\b|number|num\b|#/;
/** "Nr. K-1021" or "Númer: S-2026-118" as the whole cell of a line. */
const BARE_LABEL = /(?<=^ *| {2,})(?:nr|numer|no|number)\b[.:# ]+/g;
/** Labels for the number of another document, of the customer or of a bank account. */
const OTHER_NUMBER =
  /\b(vegna|tilvisun|upphafleg\w*|original|ref\w*|vidskipta\w*|banka\w*|credits|for)\b[ .:]*$/;
const NUMBER = /^[#:. ]*((?=[\w/-]*\d)[A-Z\d][\w/-]{0,29})(?![.,]?\d)/i;
/** Nothing else stands in the cell, so the figure is neither an amount nor "1 of 2". */
const WHOLE_CELL = /^[#:. ]*(?=[\w/-]*\d)[A-Z\d][\w/-]{2,29}(?= {2,}| *$)/i;
const YEAR = /^(19|20)\d\d$/;
const NOT_A_NUMBER = /^\d{3,4}-\d{2}-\d+$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{4}-\d{2}-\d{2}$/;

function isOtherFigure(value: string): boolean {
  return NOT_A_NUMBER.test(value) || checkKennitala(normalizeKennitala(value), 'relaxed');
}

/** The number of the invoice or receipt itself. */
export function readInvoiceNumber(lines: readonly Line[], source: string): ReadField<string> | undefined {
  const labelled = lines.flatMap((line, index) => [
    ...numbersAfterLabel(line, index, NUMBER_LABEL),
    ...numbersBelow(lines, index),
  ]);
  const bare = () => lines.flatMap((line, index) => numbersAfterLabel(line, index, BARE_LABEL));
  const candidates = labelled.length > 0 ? labelled : bare();
  const [first] = candidates;
  if (!first) return undefined;
  const rivals = candidates.some(({ value }) => value !== first.value);
  const level = rivals ? CONFIDENCE.unsure : CONFIDENCE.labelled;
  return fieldAt(lines, first, source, {
    value: first.value,
    confidence: scaleByLegibility(lines, first, level),
  });
}

type FoundNumber = Position & { value: string };

function numbersAfterLabel(line: Line, index: number, pattern: RegExp): FoundNumber[] {
  return [...line.folded.matchAll(pattern)].flatMap((label) => {
    if (OTHER_NUMBER.test(line.folded.slice(0, label.index))) return [];
    const start = label.index + label[0].length;
    const rest = line.text.slice(start);
    const value = NUMBER.exec(rest.trimStart())?.[1];
    if (!value || isOtherFigure(value)) return [];
    const isNamed = pattern === NUMBER_LABEL && NAMES_NUMBER.test(label[0]);
    if (!isNamed && (YEAR.test(value) || !WHOLE_CELL.test(rest.trimStart()))) return [];
    const from = start + rest.indexOf(value);
    return [{ value, line: index, from, to: from + value.length }];
  });
}

/** In a table, the number is below its column heading. */
function numbersBelow(lines: readonly Line[], index: number): FoundNumber[] {
  const line = lines[index];
  return [...(line?.text.matchAll(/(?<=^| {2,})[A-Z\d][\w/-]{0,29}(?= {2,}| *$)/gi) ?? [])].flatMap(
    (match) => {
      const value = match[0];
      const span = { from: match.index, to: match.index + value.length };
      const above = cellAbove(lines, index, span);
      if (!above || !/\d/.test(value) || isOtherFigure(value)) return [];
      const isLabel = [...above.folded.matchAll(NUMBER_LABEL)].some(
        (label) => label[0].trim() === above.folded && NAMES_NUMBER.test(label[0]),
      );
      return isLabel ? [{ value, line: index, ...span }] : [];
    },
  );
}

const CREDIT =
  /\bkredit ?-?(?:reikning|nota|faktur)\w*|\bcredit ?-?(?:note|invoice|memo)|\bendurgreid\w*|\bvoruskil\b|\brefund\b/;
const SALE = /\b(?:(?:solu)?reikning(?:ur|s\w*)|kvittun\w*|(?:solu)?nota|invoice|receipt)\b/;

/** Whether the document is a credit note. A negative total without such a word is only a hint. */
export function readIsCreditNote(
  lines: readonly Line[],
  source: string,
  negative: boolean,
): ReadField<boolean> | undefined {
  const at = (pattern: RegExp): Position | undefined => {
    const line = lines.findIndex(({ folded }) => pattern.test(folded));
    const match = pattern.exec(lines[line]?.folded ?? '');
    return match ? { line, from: match.index, to: match.index + match[0].length } : undefined;
  };
  const credit = at(CREDIT);
  const read = (value: boolean, place: Position) =>
    fieldAt(lines, place, source, {
      value,
      confidence: scaleByLegibility(lines, place, CONFIDENCE.labelled),
    });
  if (credit) return read(true, credit);
  const sale = at(SALE);
  if (negative) return makeField(true, CONFIDENCE.unsure, `${source}: the total is below zero`);
  return sale && read(false, sale);
}
