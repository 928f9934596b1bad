import { raw, type Sql, sql } from './sql.ts';

/** More rows than any list fetches by one statement. */
const MAX_TAKE = 1000;
const maxTake = raw(String(MAX_TAKE));

/**
 * A page of a query that selects rows in order. The server plans a statement anew at each call if it expects
 * the values of that call to make a better plan than unknown ones would, and it expects that of a small limit, although
 * the index is the same. A constant limit, and one that it cannot see, make both expectations equal: the first page, which is
 * what most calls ask for, is planned once. For a list of invoices planning takes as long as execution.
 */
export function pageOf(ordered: Sql, take: number, skip: number): Sql {
  if (skip > 0 || take > MAX_TAKE) return sql`${ordered} limit ${take} offset ${skip}`;
  return sql`select * from (${ordered} limit ${maxTake}) listed limit (select ${take}::bigint)`;
}

/**
 * The source of a page of which a count has shown that filters leave few records: they are looked up first, and sorted then. The server
 * cannot know how many a part of a text finds. Where it expects some, it would read the index of the order until it has come upon them.
 */
export function lookedUpFirst(matching: Sql, alias: Sql): Sql {
  return sql`(select * from ${matching} offset 0) ${alias}`;
}
