import { COLLATION_LETTERS, COLLATION_RANKS } from '../../domain/icelandic-collation.ts';
import { type Sql, sql } from './sql.ts';

/** A pattern for text in any case. Which letters are the same in another case depends on the server's locale, so it brings both. */
export function caseInsensitivePattern(search: string): string {
  const cases = (letter: string) => [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])];
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return Array.from(search, (letter) => `(${cases(letter).map(literal).join('|')})`).join('');
}

/** What to order by so that names come the Icelandic way, on any database. */
export function icelandicSortKey(name: Sql): Sql {
  return sql`translate(${name}, ${COLLATION_LETTERS}, ${COLLATION_RANKS}) collate "C"`;
}
