import { CURRENCIES, type Currency } from '../codes.ts';
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
  if (!chosen) return undefined;
  // Danish, Norwegian and Swedish amounts use kr. as well, but then the document also has a currency code.
  const rivals = mentions.some(({ value }) => value !== chosen.value);
  const level = rivals && beside.length === 0 ? CONFIDENCE.unsure : CONFIDENCE.labelled;
  return fieldAt(lines, chosen, source, {
    value: chosen.value,
    confidence: scaleByLegibility(lines, chosen, level),
  });
}

function currenciesOn(line: Line, index: number): (Position & { value: string })[] {
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
