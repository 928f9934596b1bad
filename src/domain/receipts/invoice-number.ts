import { CONFIDENCE, makeField, type ReadField } from './fields.ts';
import { cellAbove, type Line } from './lines.ts';
import { fieldAt, type Position, scaleByLegibility } from './position.ts';

const NUMBER_LABEL =
  /\b(?:(?:kredit)?(?:reiknings?(?:ur)?|kvittun(?:ar)?|nota|solunota)[ -]?(?:nr|numer|no)?\b|(?:invoice|receipt|credit note|bill)(?: ?(?:no|number|nr|num|#))?\b)[.:# ]*(?:(?:nr|no|numer)\b[.: ]*)?/g;
const NAMES_NUMBER = /nr|numer|\bno\b|number|num\b|#/;
/** Labels for the number of another document, of the customer or of a bank account. */
const OTHER_NUMBER =
  /\b(vegna|tilvisun|upphafleg\w*|original|ref\w*|vidskipta\w*|banka\w*|credits|for)\b[ .:]*$/;
const NUMBER = /^[#:. ]*((?=[\w/-]*\d)[A-Z\d][\w/-]{0,29})(?![.,]?\d)/i;
const NOT_A_NUMBER =
  /^\d{3,4}-\d{2}-\d+$|^\d{6}-?\d{4}$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{4}-\d{2}-\d{2}$/;

/** The number of the invoice or receipt itself. */
export function readInvoiceNumber(lines: readonly Line[], source: string): ReadField<string> | undefined {
  const candidates = lines.flatMap((line, index) => [
    ...numbersAfterLabel(line, index),
    ...numbersBelow(lines, index),
  ]);
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

function numbersAfterLabel(line: Line, index: number): FoundNumber[] {
  return [...line.folded.matchAll(NUMBER_LABEL)].flatMap((label) => {
    if (!NAMES_NUMBER.test(label[0]) || OTHER_NUMBER.test(line.folded.slice(0, label.index))) return [];
    const start = label.index + label[0].length;
    const rest = line.text.slice(start);
    const number = NUMBER.exec(rest.trimStart());
    const value = number?.[1];
    if (!value || NOT_A_NUMBER.test(value)) return [];
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
      if (!above || !/\d/.test(value) || NOT_A_NUMBER.test(value)) return [];
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
