import { COLLATION_LETTERS, COLLATION_RANKS } from '../../domain/strings/icelandic-collation.ts';
import { type Sql, sql } from './sql.ts';

/** A case-insensitive pattern. It spells both cases of each letter, because the server's locale decides about `ilike`. */
export function caseInsensitivePattern(search: string): string {
  const cases = (letter: string) => [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])];
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return Array.from(search, (letter) => `(${cases(letter).map(literal).join('|')})`).join('');
}

/** A sort key for Icelandic collation on any database. */
export function icelandicSortKey(name: Sql): Sql {
  return sql`translate(${name}, ${COLLATION_LETTERS}, ${COLLATION_RANKS}) collate "C"`;
}

/** An amount as people type it, with points or commas between thousands and before decimals; null for other text. */
export function parseSearchedAmount(search: string): string | null {
  const typed = search.trim().replace(/\s|kr\.?$/gi, '');
  if (!/^\d{1,3}([.,]?\d{3})*([.,]\d{1,2})?$/.test(typed)) return null;
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(typed) ?? [];
  const digits = whole.replace(/\D/g, '');
  return digits.length > 12 ? null : `${digits}${decimals && `.${decimals}`}`;
}
