import type { Queryable } from '../../src/kernel/database/queryable.ts';
import { row } from '../../src/kernel/database/row.ts';
import type { Sql } from '../../src/kernel/database/sql.ts';

/** The checker of rows does not compare this description. */
export const UNCHECKED = row({});

/** Runs a statement of a test. It has no description; the test says itself what its rows are. */
export async function select<T>(db: Pick<Queryable, 'query'>, statement: Sql): Promise<T[]> {
  return (await db.query(UNCHECKED, statement)) as T[];
}
