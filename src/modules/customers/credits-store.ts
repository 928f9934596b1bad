import { remainingSql } from '../../kernel/database/invoice-status-sql.ts';
import { col, row } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { payableSql } from './balance-store.ts';

export const creditsColumn = { credits: col.jsonList(row({ currency: col.text(), amount: col.text() })) };

/** What is owed to the customer: what payments have left, and credit notes that are still to be paid back. */
export const creditsSql = sql`(
  select coalesce(json_agg(json_build_object('currency', currency, 'amount', amount::text) order by currency), '[]') from (
    select currency, sum(amount) as amount from (
      select p.currency, p.unallocated as amount from payments p
      where p.account_id = customers.account_id and p.customer_id = customers.id and p.unallocated > 0
        and p.reversed_on is null
      union all
      select i.currency, ${payableSql(remainingSql)} from invoices i
      where i.account_id = customers.account_id and i.customer_id = customers.id and i.kind = 'credit'
        and i.refund_amount > i.paid_amount) credit
    where amount > 0 group by currency) credits) as credits`;
