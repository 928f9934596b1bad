import { WHOLE_CURRENCIES } from '../../domain/values/money.ts';
import { literals } from '../../kernel/database/cases-sql.ts';
import { isOwedSql, unsettledSql } from '../../kernel/database/invoice-status-sql.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';

/** An amount, by default of the invoice `i`, as it is shown and paid; the SQL of `payableAmount` in the domain. */
export function payableSql(amount: Sql, currency = sql`i.currency`): Sql {
  return sql`round(${amount}, case when ${currency} in (${literals(WHOLE_CURRENCIES)}) then 0 else 2 end)`;
}

/**
 * What the invoice `i` adds to the balance of its customer: what is left of it, rounded as it is charged. Sums of exact
 * amounts would differ by a króna from what the customer pays.
 */
export const balanceSql = sql`case when ${isOwedSql} then ${payableSql(unsettledSql)} else 0 end`;

/** What the invoice `i` counts for under its tab: what is left of a debt, else its amount, negative on a credit note. */
export const tabAmountSql = sql`case when ${isOwedSql} then ${balanceSql}
  when i.kind = 'credit' then -${payableSql(sql`i.amount`)} else ${payableSql(sql`i.amount`)} end`;
