import { checkKennitala, hasCheckDigit, isCompany } from '../values/kennitala.ts';
import type { BuyerTest } from './buyer.ts';
import { CONFIDENCE, type ReadField } from './fields.ts';
import type { Line } from './lines.ts';
import { fieldAt, type Position, scaleByLegibility } from './position.ts';

interface FoundKennitala extends Position {
  value: string;
  isLabelled: boolean;
  /** Look-alike letters were replaced by digits, and the check digit confirms the result. */
  isCorrected: boolean;
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

/** All numbers on a line that are valid as a kennitala. */
function kennitalasIn(line: Line, index: number): FoundKennitala[] {
  const found: FoundKennitala[] = [];
  const add = (match: RegExpMatchArray, digits: string, isCorrected: boolean, needsLabel: boolean) => {
    const from = match.index ?? 0;
    const isLabelled = LABEL.test(line.folded.slice(0, from));
    const isKnown = found.some((other) => other.from <= from && other.to > from);
    if (isKnown || (needsLabel && !isLabelled) || !isProven(digits, isLabelled)) return;
    found.push({
      value: digits,
      isLabelled,
      isCorrected,
      line: index,
      from,
      to: from + match[0].length,
    });
  };
  for (const match of line.folded.matchAll(DIGITS)) add(match, `${match[1]}${match[3]}`, false, false);
  for (const match of line.folded.matchAll(SPACED)) add(match, `${match[1]}${match[2]}`, false, true);
  for (const match of line.folded.matchAll(LOOKALIKES)) {
    const digits = [...`${match[1]}${match[2]}`].map((letter) => RESEMBLES[letter] ?? letter).join('');
    // Replacing letters is only safe where a check digit can refute the result.
    if (hasCheckDigit(digits)) add(match, digits, true, true);
  }
  return found;
}

/** Any ten digits can look like a number without a check digit, so such a number needs a label. */
function isProven(digits: string, isLabelled: boolean): boolean {
  return checkKennitala(digits, 'strict') && (isLabelled || hasCheckDigit(digits));
}

interface SupplierId {
  read: ReadField<string>;
  place: FoundKennitala;
}

/** The supplier's kennitala: the only one that belongs neither to the buyer nor to the account itself. */
export function readSupplierId(
  lines: readonly Line[],
  source: string,
  isBuyer: BuyerTest,
  own?: string,
): SupplierId | undefined {
  const candidates = lines
    .flatMap((line, index) => kennitalasIn(line, index))
    .filter((one) => one.value !== own && !isBuyer(one.line, one));
  const place = candidates.find(({ isLabelled }) => isLabelled) ?? candidates[0];
  if (!place) return undefined;
  const isOnly = candidates.every(({ value }) => value === place.value);
  return {
    read: fieldAt(lines, place, source, {
      value: place.value,
      confidence: confidenceOf(lines, place, isOnly),
    }),
    place,
  };
}

function confidenceOf(lines: readonly Line[], place: FoundKennitala, isOnly: boolean): number {
  if (!isOnly || !hasLikelyCentury(place.value)) return CONFIDENCE.unsure;
  if (!hasCheckDigit(place.value)) return scaleByLegibility(lines, place, CONFIDENCE.likely);
  if (place.isCorrected) return CONFIDENCE.likely;
  return place.isLabelled ? CONFIDENCE.proven : CONFIDENCE.likely;
}

/** Companies have been registered with a kennitala since 1969. */
const FIRST_COMPANY_YEAR = 69;
/** Sellers are assumed to be born between 1930 and 2029. */
const FIRST_BIRTH_YEAR = 30;

/**
 * The tenth digit is the century, which the check digit does not cover. A misread century is detected by the year
 * instead, because the plausible years of the two centuries hardly overlap.
 */
function hasLikelyCentury(k: string): boolean {
  const year = Number(k.slice(4, 6));
  const isLate = year >= (isCompany(k) ? FIRST_COMPANY_YEAR : FIRST_BIRTH_YEAR);
  return k.charAt(9) === (isLate ? '9' : '0');
}
