import { CURRENCIES, type Currency } from '../values/codes.ts';
import { CONFIDENCE, type ReadField } from './fields.ts';
import type { Line } from './lines.ts';
import { fieldAt, type Position, scaleByLegibility } from './position.ts';

const SIGNS: readonly [RegExp, Currency][] = [
  [/(?<![a-z])kr\b\.?|\bkronur\b|\bkrona\b/g, 'ISK'],
  [/€|\beuros?\b|\bevrur?\b/g, 'EUR'],
  [/\$/g, 'USD'],
  [/£/g, 'GBP'],
];
const CODE = new RegExp(`(?<![A-Za-z])(${CURRENCIES.join('|')})(?![A-Za-z])`, 'g');

/**
 * Codes of other currencies count beside a figure only, where they are no words. Costs cannot be kept in them, but their
 * figures must not be taken for krónur.
 */
const OTHER_CODES =
  'AED|ARS|BDT|BGN|BHD|CLP|DOP|EGP|GHS|HRK|HUF|IDR|ILS|JOD|KES|KWD|KZT|LKR|MAD|MKD|MYR|NGN|OMR|PKR|QAR|RON|RSD|SAR|THB|TND|TWD|UYU';
const OTHER_CODE = new RegExp(
  `(?<![A-Za-z])(?:${OTHER_CODES})(?=\\s?\\d)|(?<=\\d\\s?)(?:${OTHER_CODES})(?![A-Za-z])`,
  'g',
);

/** OCR often takes a dollar sign for an S; only the figures of the document say so, so a person confirms it. */
const BLURRED_DOLLAR = /(?<![\w.])S(?=\d{1,6}\.\d{2}(?!\d))/g;
const MIN_BLURRED = 2;

const ICELANDIC = /\b(?:samtals|alls|vsk|virdisaukaskatt\w*|kennitala|reikningur|kvittun|greitt)\b/;
/** Words of till receipts in the countries that write kr. as well. */
const NORDIC: readonly [RegExp, Currency][] = [
  [/\b(?:dankort|cvr|heraf moms|i alt|belob)\b/, 'DKK'],
  [/\b(?:mva|foretaksregisteret)\b/, 'NOK'],
  [/\b(?:kvitto|summa|att betala|varav moms)\b/, 'SEK'],
  [/\bmoms\b/, 'DKK'],
];

/** The currency of the country whose language the document is in; undefined for Icelandic and other languages. */
function nordicCurrency(lines: readonly Line[]): Currency | undefined {
  if (lines.some(({ folded }) => ICELANDIC.test(folded))) return undefined;
  return NORDIC.find(([words]) => lines.some(({ folded }) => words.test(folded)))?.[1];
}

/** Prefers a currency on the line of the total; otherwise takes the only currency in the document. */
export function readCurrency(
  lines: readonly Line[],
  source: string,
  total?: Position,
): ReadField<string> | undefined {
  const mentions = lines.flatMap((line, index) => currenciesOn(line, index));
  const beside = mentions.filter(({ line }) => line === total?.line);
  const only = (found: typeof mentions) =>
    new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined;
  const chosen = only(beside) ?? only(mentions);
  const guess = guessForeign(lines, mentions);
  if (guess) return fieldAt(lines, guess, source, { value: guess.value, confidence: CONFIDENCE.unsure });
  if (!chosen) return undefined;
  const rivals = mentions.some(({ value }) => value !== chosen.value);
  const level = rivals && beside.length === 0 ? CONFIDENCE.unsure : CONFIDENCE.labelled;
  return fieldAt(lines, chosen, source, {
    value: chosen.value,
    confidence: scaleByLegibility(lines, chosen, level),
  });
}

/**
 * What a document abroad is in that names no other currency than a plain "kr.". It is never certain: a person confirms
 * it, and until then no amount is filled in.
 */
function guessForeign(lines: readonly Line[], mentions: readonly Mention[]): Mention | undefined {
  if (mentions.some(({ value }) => value !== 'ISK')) return undefined;
  const nordic = nordicCurrency(lines);
  const [place = { line: 0, from: 0, to: 0 }] = mentions;
  if (nordic) return { ...place, value: nordic };
  const blurred = lines.flatMap((line, index) =>
    [...line.text.matchAll(BLURRED_DOLLAR)].map(({ index: from }) => ({ line: index, from, to: from + 1 })),
  );
  const [first] = blurred;
  return first && mentions.length === 0 && blurred.length >= MIN_BLURRED
    ? { ...first, value: 'USD' }
    : undefined;
}

type Mention = Position & { value: string };

function currenciesOn(line: Line, index: number): Mention[] {
  const codes = [CODE, OTHER_CODE].flatMap((pattern) =>
    [...line.text.matchAll(pattern)].map((match) => ({ match, value: match[0] })),
  );
  const signs = SIGNS.flatMap(([pattern, value]) =>
    [...line.folded.matchAll(pattern)].map((match) => ({ match, value })),
  );
  const kroner = codes.find(({ value }) => /^(DKK|NOK|SEK)$/.test(value));
  return [...codes, ...signs.filter(({ value }) => !(kroner && value === 'ISK'))].map(({ match, value }) => ({
    value,
    line: index,
    from: match.index,
    to: match.index + match[0].length,
  }));
}
