import { type Sql, sql } from './sql.ts';

/** Above every number that a series can reach: drafts have no number and are listed as if they had the highest. */
export const NO_NUMBER = sql`9223372036854775807`;

/**
 * The sort key of lists of numbered records. Numbers are assigned under a lock that is held until the commit, so a
 * record that commits late has a higher number than all that a client has seen. Ids and timestamps are assigned earlier.
 * The indexes of 0030_lists_by_number.sql have this expression.
 */
export function numberOrder(number: Sql): Sql {
  return sql`coalesce(${number}, ${NO_NUMBER})`;
}
