import { CURRENCIES, type Currency } from '../codes.ts';
import { field, LEVEL, type ReadField } from './fields.ts';
import type { Line } from './lines.ts';
import { type Place, quoted, weighed } from './place.ts';

const SIGNS: readonly [RegExp, Currency][] = [
  [/(?<![a-z])kr\b\.?|\bkronur\b|\bkrona\b/g, 'ISK'],
  [/€|\beuros?\b|\bevrur?\b/g, 'EUR'],
  [/\$/g, 'USD'],
  [/£/g, 'GBP'],
];
const CODE = new RegExp(`(?<![A-Za-z])(${CURRENCIES.join('|')})(?![A-Za-z])`, 'g');

/** By what stands on the total's line, else by the only currency that the document names. */
export function readCurrency(
  lines: readonly Line[],
  source: string,
  total?: Place,
): ReadField<string> | undefined {
  const named = lines.flatMap((line, index) => currenciesOn(line, index));
  const beside = named.filter(({ line }) => line === total?.line);
  const only = (found: typeof named) =>
    new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined;
  const chosen = only(beside) ?? only(named);
  if (!chosen) return undefined;
  // Danish, Norwegian and Swedish amounts are in kr. as well, but then a code says so somewhere.
  const rivals = named.some(({ value }) => value !== chosen.value);
  const level = rivals && beside.length === 0 ? LEVEL.unsure : LEVEL.labelled;
  return field(chosen.value, weighed(lines, chosen, level), quoted(lines, chosen, source));
}

function currenciesOn(line: Line, index: number): (Place & { value: Currency })[] {
  const codes = [...line.text.matchAll(CODE)].map((match) => ({ match, value: match[1] as Currency }));
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
