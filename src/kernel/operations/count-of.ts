import type { Queryable } from '../database/queryable.ts';
import { countRow } from '../database/row.ts';
import type { Sql } from '../database/sql.ts';

/** The number that a query returns which only counts. */
export async function countOf(db: Queryable, statement: Sql): Promise<number> {
  const [found] = await db.query(countRow, statement);
  return found?.count ?? 0;
}
