import { normalizeKennitala } from '../../values/kennitala.ts';
import type { Decimal } from '../../values/money.ts';
import { plainHeading } from '../column-names.ts';
import type { MatchedLine, OpenDocument } from './facts.ts';

const DATE = /\b\d{1,2}[./-]\d{1,2}(?:[./-](?:\d{4}|\d{2}))?\b|\b\d{4}-\d{2}-\d{2}\b/g;
const KENNITALA = /\b\d{6}[- ]?\d{4}\b/g;
const GROUPED = /\b\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?\b/g;
/** What stands before the number of an invoice. */
const MARKER =
  /(?:reikn\p{L}*\.?|rn\.?|nr\.?|númer|numer|invoice|inv\.?|faktura|#)\s*(?:nr\.?|no\.?|númer|#|:)?\s*$/iu;

/** The numbers of documents that a text names. */
export interface NamedNumbers {
  /** They can hardly mean anything else. */
  sure: ReadonlySet<string>;
  /** They may as well be a month or a floor. */
  all: ReadonlySet<string>;
}

export function numbersIn({ text, reference }: Pick<MatchedLine, 'text' | 'reference'>): NamedNumbers {
  const sure = new Set<string>();
  const all = new Set<string>();
  for (const part of [text, reference]) {
    const plain = [DATE, KENNITALA, GROUPED].reduce((rest, pattern) => rest.replace(pattern, ' '), part);
    // Numbers of one list share what stands before the first: reikn. 17, 18 og 19.
    let isMarked = false;
    let end = 0;
    for (const match of plain.matchAll(/\d{1,12}/g)) {
      const between = plain.slice(end, match.index);
      const isListed: boolean = isMarked && /^\s*(?:,|\+|&|og|and)\s*$/i.test(between);
      isMarked = MARKER.test(plain.slice(0, match.index)) || isListed;
      end = match.index + match[0].length;
      const number = match[0].replace(/^0+/, '');
      if (number === '') continue;
      const isAlone = plain.trim() === match[0];
      const isLong = number.length >= 4 && !/^(?:19|20)\d\d$/.test(number);
      all.add(number);
      if (isMarked || isAlone || isLong) sure.add(number);
    }
  }
  return { sure, all };
}

/** The kennitala of the counterparty, and those that the text has. */
export function kennitalasIn({ kennitala, text, reference }: MatchedLine): string[] {
  const written = [text, reference].flatMap((part) => part.match(KENNITALA) ?? []);
  const all = [kennitala, ...written].map(normalizeKennitala);
  return [...new Set(all.filter((one) => /^\d{10}$/.test(one)))];
}

const COMPANY_FORMS = new Set([
  'ehf',
  'hf',
  'slf',
  'sf',
  'ses',
  'ohf',
  'svf',
  'bs',
  'ltd',
  'inc',
  'gmbh',
  'as',
  'ab',
  'oy',
]);

/** The words of a name, without what kind of company it is. */
export function nameWords(name: string): string[] {
  return plainHeading(name)
    .split(' ')
    .filter((word) => word !== '' && !COMPANY_FORMS.has(word));
}

/** 1: the same words. Less: most of them, or nearly the same letters. 0: another name. */
export function nameLikeness(a: string, b: string): number {
  const [first, second] = [nameWords(a), nameWords(b)];
  if (first.length === 0 || second.length === 0) return 0;
  if (first.join(' ') === second.join(' ')) return 1;
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const found = short.filter((word) => long.some((other) => isNearly(word, other)));
  if (found.length < short.length) return 0;
  return short.length >= 2 || long.length === 1 ? 0.9 : 0.6;
}

/** At most one letter differs, is missing, or changed its place; short words must be equal. */
function isNearly(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < 4 || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (
    (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === [...right].reverse().join(''))
  );
}

const MAX_SEARCHED = 14;

/** The sets of documents that add up to a sum, the oldest and fewest first; at most two, because two are no answer. */
export function subsetsOf(documents: readonly OpenDocument[], total: Decimal): OpenDocument[][] {
  const searched = documents.slice(0, MAX_SEARCHED);
  const cents = searched.map(({ remaining }) => Math.round(remaining.times(100).toNumber()));
  const wanted = Math.round(total.times(100).toNumber());
  const found: OpenDocument[][] = [];
  const rest = cents.map((_, at) => cents.slice(at).reduce((sum, one) => sum + one, 0));
  const search = (at: number, left: number, size: number, chosen: readonly OpenDocument[]): void => {
    if (found.length >= 2) return;
    if (size === 0) {
      if (left === 0) found.push([...chosen]);
      return;
    }
    for (let next = at; next < searched.length; next += 1) {
      const one = searched[next];
      if (!one || (rest[next] ?? 0) < left) return;
      if ((cents[next] ?? 0) <= left) search(next + 1, left - (cents[next] ?? 0), size - 1, [...chosen, one]);
    }
  };
  for (let size = 2; size <= searched.length && found.length < 2; size += 1) search(0, wanted, size, []);
  return found;
}

/** A key by which a payer or a text is remembered. */
export function memoryKeys({ kennitala, account, name, text }: MatchedLine): string[] {
  const plain = plainHeading(text).replace(/\d+/g, '').replace(/\s+/g, ' ').trim();
  const keys = [
    kennitala && `id:${kennitala}`,
    account && `account:${account.replace(/\D/g, '')}`,
    name && `name:${plainHeading(name)}`,
    plain.length >= 3 && `text:${plain}`,
  ];
  return keys.filter((key): key is string => typeof key === 'string' && key !== '');
}
