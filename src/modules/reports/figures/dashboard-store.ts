import { isSaleSql } from '../../../kernel/database/invoice-status-sql.ts';
import { numberOrder } from '../../../kernel/database/number-order.ts';
import { pageOf } from '../../../kernel/database/page-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../../kernel/database/row.ts';
import { EMPTY, sql } from '../../../kernel/database/sql.ts';
import type { BatchRange } from '../../../kernel/operations/paging.ts';
import { customerGuidSql } from '../../customers/store.ts';
import { invoiceLines, invoices } from '../../invoices/records/tables.ts';

const line = invoiceLines.pick(
  'item_guid',
  'item_number',
  'description',
  'qty',
  'uom',
  'tax',
  'category',
  'product_cost',
  'net',
  'vat',
  'unit_price',
  'discount',
  'discount_is_percent',
);
export type DashboardLine = RowOf<typeof line>;

const invoice = invoices.pick(
  'id',
  'kind',
  'status',
  'issue_date',
  'buyer',
  'description',
  'booking',
  'cost_provide',
  'order_reference',
  'amount',
  'tax_exempt',
  'is_discount',
  'discount_is_percent',
  'discount_value',
);
const dashboardRow = invoice.with({
  number: col.text(),
  customer_guid: col.uuid(),
  vat_total: col.text(),
  /** The day whose VAT rates apply: of a credit note, the day of the invoice that it credits. */
  vat_date: col.date(),
  lines: col.jsonList(line),
});
export type DashboardRow = RowOf<typeof dashboardRow>;

const number = numberOrder(sql`number`);

/** Every issued document of a period, oldest first; `after` is the last row of the previous batch. */
export function listDashboard(
  db: Queryable,
  accountId: number,
  period: { from?: string | undefined; to?: string | undefined },
  { take, skip, after }: BatchRange<DashboardRow>,
): Promise<DashboardRow[]> {
  const ordered = sql`select id from invoices i
    where account_id = ${accountId} and ${isSaleSql}
      ${period.from ? sql`and issue_date >= ${period.from}` : EMPTY}
      ${period.to ? sql`and issue_date <= ${period.to}` : EMPTY}
      ${after ? sql`and (issue_date, ${number}, id) > (${after.issue_date}::date, ${after.number}::bigint, ${after.id})` : EMPTY}
    order by issue_date, ${number}, id`;
  return db.query(
    dashboardRow,
    sql`select ${invoice.list('i')}, i.number::text, ${customerGuidSql} as customer_guid, (i.vat_s + i.vat_aa)::text as vat_total,
        coalesce(original.issue_date, i.issue_date) as vat_date,
        (select coalesce(json_agg(${line.jsonObject('l')} order by l.position), '[]')
          from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id) as lines
      from invoices i
      left join invoices original on original.account_id = ${accountId} and original.id = i.refer_id
      where i.account_id = ${accountId} and i.id = any(array(${pageOf(ordered, take, skip)}))
      order by i.issue_date, i.number`,
  );
}
