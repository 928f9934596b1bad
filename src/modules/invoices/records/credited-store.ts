import { sql } from '../../../kernel/database/sql.ts';

/** What was credited of the invoice `i` while it was unpaid. Most invoices have no notes, and the subquery runs only for the others. */
export const creditedUnpaidSql = sql`case when i.credited_amount = 0 then 0 else (
  select coalesce(sum(n.amount), 0) from invoices n
  where n.account_id = i.account_id and n.refer_id = i.id and n.status <> 'Draft' and not n.is_refund) end`;
