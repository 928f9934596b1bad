import { anyGuid } from '../../../kernel/database/any-of.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { customers } from '../../customers/tables.ts';

/** The customers of orders count also after a person has confirmed or merged them: their documents keep what was typed. */
export async function listOutsideCustomers(
  db: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<string[]> {
  const rows = await db.query(
    customers.pick('guid'),
    sql`select c.guid from customers c
      where c.account_id = ${accountId} and c.guid = ${anyGuid(guids)} and (c.unverified or exists (
        select from invoices i join sale_orders o on o.account_id = ${accountId} and o.invoice_id = i.id
        where i.account_id = ${accountId} and i.customer_id = c.id))`,
  );
  return rows.map(({ guid }) => guid);
}
