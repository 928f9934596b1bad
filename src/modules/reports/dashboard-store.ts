import type { VatCode } from '../../domain/vat.ts';
import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';

export interface DashboardLine {
  item_guid: string;
  item_number: string;
  description: string;
  qty: string;
  uom: string;
  tax: VatCode;
  category: string;
  product_cost: string;
  net: string;
  vat: string;
  unit_price: string;
  discount: string;
  discount_is_percent: boolean;
}

export interface DashboardRow {
  id: number;
  kind: 'invoice' | 'credit';
  status: string;
  number: string;
  issue_date: string;
  buyer: { guid: string; name: string; customer_number: string };
  description: string;
  booking: string;
  cost_provide: string;
  order_reference: string;
  amount: string;
  vat_total: string;
  tax_exempt: boolean;
  is_discount: boolean;
  discount_is_percent: boolean;
  discount_value: string;
  lines: DashboardLine[];
}

/** Every issued document of a period, oldest first; `after` is the last row of the previous batch. */
export function listDashboard(
  db: Queryable,
  accountId: number,
  period: { from?: string | undefined; to?: string | undefined },
  take: number,
  skip: number,
  after: DashboardRow | null,
): Promise<DashboardRow[]> {
  return db.query<DashboardRow>(sql`
    with chosen as (
      select id from invoices
      where account_id = ${accountId} and status <> 'Draft'
        ${period.from ? sql`and issue_date >= ${period.from}` : EMPTY}
        ${period.to ? sql`and issue_date <= ${period.to}` : EMPTY}
        ${after ? sql`and (issue_date, id) > (${after.issue_date}::date, ${after.id})` : EMPTY}
      order by issue_date, id limit ${take} offset ${skip})
    select i.id, i.kind, i.status, i.number::text, i.issue_date, i.buyer, i.description, i.booking, i.cost_provide,
      i.order_reference, i.amount, (i.vat_s + i.vat_aa)::text as vat_total, i.tax_exempt,
      i.is_discount, i.discount_is_percent, i.discount_value,
      (select coalesce(json_agg(json_build_object('item_guid', l.item_guid, 'item_number', l.item_number,
          'description', l.description, 'qty', l.qty::text, 'uom', l.uom, 'tax', l.tax, 'category', l.category,
          'product_cost', l.product_cost::text, 'net', l.net::text, 'vat', l.vat::text,
          'unit_price', l.unit_price::text, 'discount', l.discount::text,
          'discount_is_percent', l.discount_is_percent) order by l.position), '[]')
        from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id) as lines
    from chosen join invoices i on i.account_id = ${accountId} and i.id = chosen.id
    order by i.issue_date, i.id`);
}
