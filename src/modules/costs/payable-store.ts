import { type Sql, sql } from '../../kernel/database/sql.ts';
import { costs } from './tables.ts';

/** Whether the cost `c` was not paid at the purchase; see `paymentOfCost`. */
export const isOwedToSupplierSql = sql`(c.due_date is not null or coalesce(c.how_paid, 0) not in (2, 3, 4))`;

/** Whether a cost was approved: here, or in the account that it came from. */
export const isApprovedAnywhereSql = sql`(accounting_status in ('Created', 'Posted') or is_imported)`;

/** Whether something is to be paid of the approved cost `c`, as the index `costs_payable` has it. */
export const isPayableSql = sql`${isApprovedAnywhereSql} and c.amount > c.paid_amount
  and ${isOwedToSupplierSql}`;

/** The day on which the cost `c` is due: its own day where no other is known. */
export const dueOnSql = sql`coalesce(c.due_date, c.listed_on)`;

/** What is paid of costs that the transaction has locked. */
export function setPaidCte(
  accountId: number,
  paid: readonly { id: number; paid_amount: string; updated_at?: Date }[],
): Sql {
  return sql`paid_costs as (${costs.updateEach(paid)} where costs.account_id = ${accountId} and costs.id = record.id)`;
}
