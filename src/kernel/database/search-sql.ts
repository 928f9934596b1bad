import { COLLATION_LETTERS, COLLATION_RANKS } from '../../domain/strings/icelandic-collation.ts';
import { join, raw, type Sql, sql } from './sql.ts';

/** A case-insensitive pattern. It spells both cases of each letter, because the server's locale decides about `ilike`. */
export function caseInsensitivePattern(search: string): string {
  return Array.from(search, eitherCase).join('');
}

/** One or two letters: the indexes of texts have no shorter parts than three. */
const SHORT = /^[\p{L}\p{N}]{1,2}$/u;

/** A part of a text; one or two letters are the beginning of a word. */
function textPattern(search: string): string {
  return `${SHORT.test(search) ? '(?:^|[ "\'(.,/-])' : ''}${caseInsensitivePattern(search)}`;
}

/** A number of one or two digits as a word of its own, with what is around it in the search. */
const SHORT_NUMBERS = /[^\p{L}\p{N}]\d{1,2}(?:[^\p{L}\p{N}]|$)/gu;

/**
 * Whether a text has what is searched. The server leaves the first letter of a word out of what it looks for by a pattern, because most texts
 * have any letter there. For a short number, by which alone the names of branches or of a series differ, `like` looks for it.
 */
export function matchesTextSql(text: Sql, search: string): Sql {
  const numbers = (search.match(SHORT_NUMBERS) ?? []).map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`);
  const conditions = [
    sql`${text} ~ ${textPattern(search)}`,
    ...numbers.map((one) => sql`${text} like ${one}`),
  ];
  return sql`(${join(conditions, ' and ')})`;
}

/** How many of the newest records are searched for one or two letters, for which no index helps. */
const MAX_SHORT_SEARCHED = 10_000;

/** The records of a list, the newest first by an index, and the alias by which its texts and conditions name them. */
interface Newest {
  alias: Sql;
  select: Sql;
}

/**
 * Whether one of the texts has what is searched. An index finds words by their first two letters. Of a single letter the newest records are
 * compared where they are read, and not looked up one by one.
 */
export function hasTextSql(search: string, texts: readonly Sql[], { alias, select }: Newest): Sql {
  const found = join(
    texts.map((text) => matchesTextSql(text, search)),
    ' or ',
  );
  if (!SHORT.test(search)) return found;
  const newest = sql`(${select} limit ${raw(String(MAX_SHORT_SEARCHED))}) ${alias}`;
  if ([...search].length > 1)
    return sql`(${found}) and ${alias}.id = any(array(select ${alias}.id from ${newest}))`;
  return sql`${alias}.id = any(array(select ${alias}.id from ${newest} where ${found}))`;
}

/** A set of letters where it can: the server matches it several times as fast as a group of alternatives. */
function eitherCase(letter: string): string {
  const cases = [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])];
  const [only = letter, ...others] = cases;
  if (others.length === 0) return only.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return cases.every((one) => [...one].length === 1) ? `[${cases.join('')}]` : `(?:${cases.join('|')})`;
}

/**
 * Where filters leave more records than these, the list is not counted: whatever index there is, a count reads everything that it
 * counts.
 */
export const MAX_COUNTED = 2000;

/** As many records of a query as are counted, and one more, by which the others show. */
export function countedSql(matching: Sql): Sql {
  return sql`${matching} limit ${raw(String(MAX_COUNTED + 1))}`;
}

const letters = raw(`'${COLLATION_LETTERS}'`);
const ranks = raw(`'${COLLATION_RANKS}'`);

/** A sort key for Icelandic collation on any database. `invoices_by_buyer` has this expression. */
export function icelandicSortKey(name: Sql): Sql {
  return sql`translate(${name}, ${letters}, ${ranks}) collate "C"`;
}

/** An amount as people type it, with points or commas between thousands and before decimals; null for other text. */
export function parseSearchedAmount(search: string): string | null {
  const typed = search.trim().replace(/\s|kr\.?$/gi, '');
  if (!/^\d{1,3}([.,]?\d{3})*([.,]\d{1,2})?$/.test(typed)) return null;
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(typed) ?? [];
  const digits = whole.replace(/\D/g, '');
  return digits.length > 12 ? null : `${digits}${decimals && `.${decimals}`}`;
}
