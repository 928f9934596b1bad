import { type Sql, sql } from '../../kernel/database/sql.ts';

/** Of an event only: nobody attends a subscription. */
export function tickOrder(accountId: number, sale: string, invoiceNumber: string, attended: boolean): Sql {
  return sql`
    update sale_orders o set attended = ${attended}
    from product_sales p, invoices i
    where o.account_id = ${accountId} and p.account_id = ${accountId} and i.account_id = ${accountId}
      and p.guid = ${sale} and p.type = 'EVENT' and o.sale_id = p.id and o.invoice_id = i.id
      and i.number::text = ${invoiceNumber}
    returning p.guid, o.id`;
}

export function openOrClose(accountId: number, sale: string, open: boolean, now: Date): Sql {
  return sql`
    update product_sales set is_open = ${open}, updated_at = ${now}
    where account_id = ${accountId} and guid = ${sale} returning guid, id`;
}
