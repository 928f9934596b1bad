import { type Sql, sql } from './sql.ts';

/**
 * `guid = ${anyGuid(guids)}` looks records up by a list. The server knows how many elements an array parameter of this call
 * has, and expects a plan for them to be better than one for all calls, although the index is the same; so it would plan
 * the statement anew at each call, which takes longer than its execution. It cannot see into the result of a subquery, and
 * of a key it expects one record in any case.
 */
export function anyGuid(guids: readonly string[]): Sql {
  return guids.length === 1 ? sql`${guids[0]}::uuid` : sql`any(array(select unnest(${guids}::uuid[])))`;
}

/** The same for a list of ids. */
export function anyId(ids: readonly number[]): Sql {
  return ids.length === 1 ? sql`${ids[0]}::bigint` : sql`any(array(select unnest(${ids}::bigint[])))`;
}
