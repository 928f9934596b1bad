import { SALE_TYPES } from '../../../domain/sales/selling.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, first, type RowOf, row } from '../../../kernel/database/row.ts';
import { EMPTY, sql } from '../../../kernel/database/sql.ts';
import { logoFacts, logoFactsRow } from '../../accounts/logo-store.ts';
import { subscriptionRow, subscriptionSql } from '../records/subscription-store.ts';
import { printableInvoiceRow, printableInvoiceSql } from '../renditions/rendition-store.ts';

const publicRow = row({
  record: col.json(printableInvoiceRow),
  /** The payment provider has accepted a payment that has not arrived yet. */
  is_pending: col.boolean(),
  /** The type of the selling page that it was bought on; null where it was not. */
  sold: col.oneOf(SALE_TYPES).nullable(),
  subscription: col.json(subscriptionRow).nullable(),
  /** The seller's present logo. */
  logo: col.json(logoFactsRow).nullable(),
});
export type PublicRow = RowOf<typeof publicRow>;

/** Also writes `opened` on the timeline, the first time a link is opened. `view`: it needs no payment page. */
export function readPublicInvoice(
  db: Queryable,
  accountId: number,
  guid: string,
  now: Date,
  purpose: 'pay' | 'view',
): Promise<PublicRow | null> {
  const isPublic = sql`i.status <> 'Draft' ${purpose === 'pay' ? sql`and i.is_payment_link` : EMPTY}`;
  const statement = sql`
    with opened as (
      insert into invoice_events (account_id, invoice_id, at, event, via)
      select i.account_id, i.id, ${now}::timestamptz, 'opened', 'link' from invoices i
      where i.account_id = ${accountId} and i.guid = ${guid} and ${isPublic}
        and not exists (select from invoice_events e
          where e.account_id = i.account_id and e.invoice_id = i.id and e.event = 'opened')
      on conflict (account_id, invoice_id, event, series) where event in ('sent', 'reminded', 'opened') do nothing)
    select ${printableInvoiceSql} as record, ${logoFacts(accountId)} as logo,
      exists (select from checkouts c
        where c.account_id = i.account_id and c.invoice_id = i.id and c.status = 'pending') as is_pending,
      (select s.type from sale_orders o
        join product_sales s on s.account_id = o.account_id and s.id = o.sale_id
        where o.account_id = i.account_id and o.invoice_id = i.id) as sold,
      ${subscriptionSql} as subscription
    from invoices i
    left join invoices o on o.account_id = ${accountId} and o.id = i.refer_id
    where i.account_id = ${accountId} and i.guid = ${guid} and ${isPublic}`;
  return first(db.query(publicRow, statement));
}
