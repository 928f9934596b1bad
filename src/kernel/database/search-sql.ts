import { COLLATION_LETTERS, COLLATION_RANKS } from '../../domain/icelandic-collation.ts';
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
