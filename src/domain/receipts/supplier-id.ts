import { checkKennitala, hasCheckDigit, isCompany } from '../kennitala.ts';
import type { IsBuyer } from './buyer.ts';
import { field, LEVEL, type ReadField } from './fields.ts';
import type { Line } from './lines.ts';
import { type Place, quoted, weighed } from './place.ts';

export interface FoundKennitala extends Place {
  value: string;
  labelled: boolean;
  /** Letters were read as the digits they resemble, and the check digit agrees. */
  mended: boolean;
}

const LABEL = /(?:\bkt|\bkennital[au]|\bkennit|\breg\.? ?(?:no|nr)|\bcompany (?:id|no)|\bid\.? ?no)[.:,]* *$/;
const DIGITS = /(?<![\d-])(\d{6})( ?- ?|)(\d{4})(?![\d-])/g;
const SPACED = /(?<![\d-])(\d{6}) (\d{4})(?![\d-])/g;
const LOOKALIKES = /(?<![\w-])([\doqdil|sbzg]{6}) ?-? ?([\doqdil|sbzg]{4})(?![\w-])/g;
const RESEMBLES: Readonly<Record<string, string>> = {
  o: '0',
  q: '0',
  d: '0',
  i: '1',
  l: '1',
  '|': '1',
  s: '5',
  b: '8',
  z: '2',
  g: '9',
};

/** Every number that is a kennitala by its day and its check digit. */
export function kennitalasIn(line: Line, index: number): FoundKennitala[] {
  const found: FoundKennitala[] = [];
  const add = (match: RegExpMatchArray, digits: string, mended: boolean, needsLabel: boolean) => {
    const from = match.index ?? 0;
    const labelled = LABEL.test(line.folded.slice(0, from));
    const isKnown = found.some((other) => other.from <= from && other.to > from);
    if (isKnown || (needsLabel && !labelled) || !isProven(digits, labelled)) return;
    found.push({ value: digits, labelled, mended, line: index, from, to: from + match[0].length });
  };
  for (const match of line.folded.matchAll(DIGITS)) add(match, `${match[1]}${match[3]}`, false, false);
  for (const match of line.folded.matchAll(SPACED)) add(match, `${match[1]}${match[2]}`, false, true);
  for (const match of line.folded.matchAll(LOOKALIKES)) {
    const digits = [...`${match[1]}${match[2]}`].map((letter) => RESEMBLES[letter] ?? letter).join('');
    // Mending is allowed only where a check digit can refute it.
    if (hasCheckDigit(digits)) add(match, digits, true, true);
  }
  return found;
}

/** A number without a check digit could be any ten digits, so it counts only with a label. */
function isProven(digits: string, labelled: boolean): boolean {
  return checkKennitala(digits, 'strict') && (labelled || hasCheckDigit(digits));
}

export interface SupplierId {
  read: ReadField<string>;
  place: FoundKennitala;
}

/** The supplier's kennitala: the only one that is neither the buyer's nor one's own. */
export function readSupplierId(
  lines: readonly Line[],
  source: string,
  isBuyer: IsBuyer,
  own?: string,
): SupplierId | undefined {
  const candidates = lines
    .flatMap((line, index) => kennitalasIn(line, index))
    .filter((one) => one.value !== own && !isBuyer(one.line, one));
  const place = candidates.find(({ labelled }) => labelled) ?? candidates[0];
  if (!place) return undefined;
  const alone = candidates.every(({ value }) => value === place.value);
  return { read: field(place.value, confidenceOf(lines, place, alone), quoted(lines, place, source)), place };
}

function confidenceOf(lines: readonly Line[], place: FoundKennitala, alone: boolean): number {
  if (!alone || !hasLikelyCentury(place.value)) return LEVEL.unsure;
  if (!hasCheckDigit(place.value)) return weighed(lines, place, LEVEL.likely);
  if (place.mended) return LEVEL.likely;
  return place.labelled ? LEVEL.proven : LEVEL.likely;
}

/** Legal entities have numbers since 1969. */
const FIRST_COMPANY_YEAR = 69;
/** Nobody who sells something was born before 1930, or will be born in 2030 for a while. */
const FIRST_BIRTH_YEAR = 30;

/**
 * The tenth digit tells the century, and the check digit leaves it out, so a slip there has to show otherwise:
 * the years of the two centuries in use hardly overlap.
 */
function hasLikelyCentury(k: string): boolean {
  const year = Number(k.slice(4, 6));
  const isLate = year >= (isCompany(k) ? FIRST_COMPANY_YEAR : FIRST_BIRTH_YEAR);
  return k.charAt(9) === (isLate ? '9' : '0');
}
