import type { Queryable } from '../../kernel/database/queryable.ts';
import { emptyRow, type RowOf } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { Insert } from '../../kernel/database/table.ts';
import { fetchedEinvoices } from './tables.ts';

const fetched = fetchedEinvoices.pick('id', 'answer');
type FetchedEinvoice = RowOf<typeof fetched>;

/** Those of the documents that could not be fetched or acknowledged before, the longest untried first. */
export function listFetched(db: Queryable, ids: readonly string[]): Promise<FetchedEinvoice[]> {
  return db.query(
    fetched,
    sql`select ${fetched.list()} from fetched_einvoices where id = any(${ids}::text[]) order by tried_at, id`,
  );
}

export async function rememberFetched(
  db: Queryable,
  document: Insert<typeof fetchedEinvoices.columns>,
): Promise<void> {
  await db.query(
    emptyRow,
    sql`${fetchedEinvoices.insert(document)}
      on conflict (id) do update set answer = excluded.answer, tried_at = excluded.tried_at`,
  );
}

export async function forgetFetched(db: Queryable, id: string): Promise<void> {
  await db.query(emptyRow, sql`delete from fetched_einvoices where id = ${id}`);
}
