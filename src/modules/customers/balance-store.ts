import { WHOLE_CURRENCIES } from '../../domain/money.ts';
import { isOwedSql, literals } from '../../kernel/database/invoice-status-sql.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';

/** An amount of the invoice `i` as it is printed and paid; the SQL of `payableAmount` in the domain. */
function payableSql(amount: Sql): Sql {
  return sql`round(${amount}, case when i.currency in (${literals(WHOLE_CURRENCIES)}) then 0 else 2 end)`;
}

/** The credit notes of most invoices are none, and the subquery runs only for the others. */
const creditedPayableSql = sql`case when i.credited_amount = 0 then 0 else (
  select coalesce(sum(${payableSql(sql`n.amount`)}), 0) from invoices n
  where n.account_id = i.account_id and n.refer_id = i.id and n.status <> 'Draft') end`;

/**
 * What the invoice `i` adds to the balance of its customer. Each document is rounded as it is printed, as on the
 * statement: sums of exact amounts would differ from it, and from the documents that the reader adds up, by a króna.
 */
export const balanceSql = sql`case when ${isOwedSql} then ${payableSql(sql`i.amount`)} - ${creditedPayableSql} else 0 end`;

/** What the invoice `i` counts for under its tab: what is left of a debt, else its amount, negative on a credit note. */
export const tabAmountSql = sql`case when ${isOwedSql} then ${balanceSql}
  when i.kind = 'credit' then -${payableSql(sql`i.amount`)} else ${payableSql(sql`i.amount`)} end`;
