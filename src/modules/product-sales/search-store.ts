import { isOwedSql } from '../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, first, type RowOf, row } from '../../kernel/database/row.ts';
import { caseInsensitivePattern } from '../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { recurringSchedules } from '../recurring/tables.ts';
import { attendeeColumns, attendeeRow, creditedPieces, isNumber } from './store.ts';
import { productSales, saleOrders } from './tables.ts';

const seats = saleOrders.pick('seats_in', 'pay_by');
const guestRow = attendeeRow.with({
  ...seats.columns,
  invoice_guid: col.uuid(),
  type: productSales.columns.type,
  /** A payment is pending at the payment provider. */
  is_pending: col.boolean(),
  subscription: col.json(row({ guid: col.uuid(), state: recurringSchedules.columns.state })).nullable(),
});
export type GuestRow = RowOf<typeof guestRow>;

export interface GuestQuery {
  sale: string;
  /** Whether the sale must be an event. */
  isEvent: boolean;
  search: string | undefined;
  invoiceNumber: string | undefined;
  take: number;
  skip: number;
}

const guestPage = row({
  rows: col.jsonList(guestRow),
  count: col.integer(),
  /** Counts of the whole sale, independent of the search. */
  sold: col.integer(),
  came: col.integer(),
  /** Unpaid orders past their due date that can be taken back. */
  overdue: col.integer(),
});
export type GuestPage = RowOf<typeof guestPage>;

function eventCte(accountId: number, sale: string, isEvent: boolean): Sql {
  return sql`event as (
    select id, type from product_sales where account_id = ${accountId} and guid = ${sale} ${isEvent ? sql`and type = 'EVENT'` : EMPTY})`;
}

/** The guests of `event` whose order `o` or invoice `i` fulfils the condition. */
function selectGuests(accountId: number, condition: Sql): Sql {
  return sql`select ${attendeeColumns}, ${seats.list('o')}, event.type, i.guid as invoice_guid,
      (select json_build_object('guid', d.guid, 'state', r.state) from recurring_schedules r
        join sales_documents d on d.account_id = ${accountId} and d.id = r.sales_document_id
        where r.account_id = ${accountId} and r.sales_document_id = i.sales_document_id) as subscription,
      exists (select from checkouts c where c.account_id = ${accountId} and c.invoice_id = i.id
        and c.status = 'pending') as is_pending
    from sale_orders o
    join invoices i on i.account_id = ${accountId} and i.id = o.invoice_id
    where o.account_id = ${accountId} and o.sale_id = event.id and ${condition}`;
}

/**
 * Null when there is no such sale, or it is not the event that it must be. All orders of the sale are counted, without
 * the pieces that were credited.
 */
export function findGuestPage(
  db: Queryable,
  accountId: number,
  { sale, isEvent, search, invoiceNumber, take, skip }: GuestQuery,
  today: string,
): Promise<GuestPage | null> {
  const like = search ? caseInsensitivePattern(search) : '';
  const isOfInvoice = (number: string) => sql`o.invoice_id = (
    select i.id from invoices i where i.account_id = ${accountId} and ${isNumber(sql`i`, number)})`;
  const found = search
    ? sql`and (o.name ~ ${like} or o.email ~ ${like} or o.kennitala ~ ${like} or o.phone_number ~ ${like}
        or ${isOfInvoice(search)})`
    : EMPTY;
  const page = sql`o.id = any(array(select id from matching order by id limit ${take} offset ${skip}))`;
  const statement = sql`
    with ${eventCte(accountId, sale, isEvent)},
    bought as (
      select o.id, o.invoice_id, o.attended, o.seats_in, o.name, o.email, o.kennitala, o.phone_number,
        o.qty - ${creditedPieces} as qty, ${isOwedSql} and i.due_date < ${today} as is_overdue
      from sale_orders o, event, invoices i
      where o.account_id = ${accountId} and o.sale_id = event.id and i.account_id = ${accountId} and i.id = o.invoice_id),
    matching as materialized (
      select o.id from bought o where true ${found} ${invoiceNumber ? sql`and ${isOfInvoice(invoiceNumber)}` : EMPTY})
    select (select count(*)::int from matching) as count,
      (select coalesce(sum(qty), 0)::int from bought) as sold,
      (select coalesce(sum(case when not attended then 0 when cardinality(seats_in) = 0 then qty
          else (select count(*) from unnest(seats_in) seat where seat <= qty) end), 0)::int from bought) as came,
      (select count(*)::int from bought
        where is_overdue and not attended) as overdue,
      (select coalesce(json_agg(one), '[]') from (${selectGuests(accountId, page)} order by o.id) one) as rows
    from event`;
  return first(db.query(guestPage, statement));
}

const foundGuests = row({ rows: col.jsonList(guestRow) });

/** The guest of an event by the number of the invoice: an empty list where nobody has it, null without such an event. */
export function findGuestByNumber(db: Queryable, accountId: number, sale: string, invoiceNumber: string) {
  return first(
    db.query(
      foundGuests,
      sql`with ${eventCte(accountId, sale, true)}
        select (select coalesce(json_agg(one), '[]')
          from (${selectGuests(accountId, isNumber(sql`i`, invoiceNumber))}) one) as rows
        from event`,
    ),
  );
}
