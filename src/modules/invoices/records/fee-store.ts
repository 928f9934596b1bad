import { sql } from '../../../kernel/database/sql.ts';

/** What payments have left of the payment fee of the invoice `i`, as text: it is charged once, whatever is paid in parts. */
export const feeLeftSql = sql`(case when i.paid_amount = 0 or i.payment_fee = 0 then i.payment_fee
  else greatest(0, i.payment_fee - (
    select coalesce(sum(p.fee), 0) from payments p where p.account_id = i.account_id and p.reversed_on is null and p.id in (
      select a.payment_id from allocations a where a.account_id = i.account_id and a.invoice_id = i.id))) end)::text`;
