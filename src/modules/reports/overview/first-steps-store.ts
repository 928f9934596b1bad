import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';

const records = row({ has_logo: col.boolean(), has_customer: col.boolean(), invoices: col.integer() });

/** Counts no further than the caller looks. */
export async function readFirstSteps(db: Queryable, accountId: number): Promise<RowOf<typeof records>> {
  const [found] = await db.query(
    records,
    sql`select exists (select from logos where account_id = ${accountId}) as has_logo,
      exists (select from customers where account_id = ${accountId}) as has_customer,
      (select count(*)::int from (
        select from invoices where account_id = ${accountId} and status <> 'Draft' limit 5) issued) as invoices`,
  );
  if (!found) throw new Error('A select without a table has one row');
  return found;
}
