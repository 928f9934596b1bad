import { INTERVALS } from '../../../domain/sales/recurrence.ts';
import { col, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';

export const subscriptionRow = row({ interval: col.oneOf(INTERVALS), next_date: col.date() });

/** The subscription of a selling page that the invoice `i` is a part of, while it goes on. */
export const subscriptionSql = sql`(select json_build_object('interval', r.interval, 'next_date', r.next_date)
  from recurring_schedules r
  where r.account_id = i.account_id and r.sales_document_id = i.sales_document_id and r.state in ('active', 'paused')
    and exists (select from sale_orders o
      join invoices bought on bought.account_id = o.account_id and bought.id = o.invoice_id
      where bought.account_id = i.account_id and bought.sales_document_id = i.sales_document_id))`;
