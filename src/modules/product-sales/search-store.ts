import type { SaleType } from '../../domain/selling.ts';
import type { Queryable } from '../../kernel/context.ts';
import { caseInsensitivePattern } from '../../kernel/database/search-sql.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import type { AttendeeRow } from './store.ts';

export interface GuestRow extends AttendeeRow {
  seats_in: number[];
  credited_qty: number;
  invoice_guid: string;
  type: SaleType;
  pay_by: string | null;
  /** A payment is pending at the payment provider. */
  is_pending: boolean;
}

export interface GuestQuery {
  sale: string;
  /** Whether the sale must be an event. */
  isEvent: boolean;
  search: string | undefined;
  invoiceNumber: string | undefined;
  take: number;
  skip: number;
}

export interface GuestPage {
  rows: GuestRow[];
  count: number;
  /** Counts of the whole sale, independent of the search. */
  sold: number;
  came: number;
  /** Unpaid orders past their due date that can be taken back. */
  overdue: number;
}

/** Null when there is no such sale, or it is not the event that it must be. */
export async function findGuestPage(
  db: Queryable,
  accountId: number,
  { sale, isEvent, search, invoiceNumber, take, skip }: GuestQuery,
  today: string,
): Promise<GuestPage | null> {
  const like = search ? caseInsensitivePattern(search) : '';
  const found = search
    ? sql`and (o.name ~ ${like} or o.email ~ ${like} or o.kennitala ~ ${like} or o.phone_number ~ ${like}
        or v.number::text = ${search})`
    : EMPTY;
  const [row] = await db.query<GuestPage>(sql`
    with event as (
      select id, type from product_sales where account_id = ${accountId} and guid = ${sale} ${isEvent ? sql`and type = 'EVENT'` : EMPTY}),
    bought as (
      select o.*, event.type from sale_orders o, event where o.account_id = ${accountId} and o.sale_id = event.id),
    wanted as (
      select o.id, o.name, o.email, o.phone_number, o.kennitala, o.address, o.zip, o.city, o.message, o.qty, o.attended,
        o.seats_in, o.fields, v.guid as invoice_guid, v.number::text as invoice_number, v.status, v.credited, v.due_date,
        l.credited_qty::integer as credited_qty, o.type, o.pay_by,
        exists (select from checkouts c where c.account_id = ${accountId} and c.invoice_id = v.id
          and c.status = 'pending') as is_pending
      from bought o
      join invoices v on v.account_id = ${accountId} and v.id = o.invoice_id
      join invoice_lines l on l.account_id = ${accountId} and l.invoice_id = v.id and l.position = 1
      where true ${found} ${invoiceNumber ? sql`and v.number::text = ${invoiceNumber}` : EMPTY})
    select (select count(*)::int from wanted) as count,
      (select coalesce(sum(qty), 0)::int from bought where released_at is null) as sold,
      (select coalesce(sum(case when not attended then 0 when cardinality(seats_in) = 0 then qty
          else cardinality(seats_in) end), 0)::int from bought) as came,
      (select count(*)::int from bought o
        join invoices v on v.account_id = ${accountId} and v.id = o.invoice_id
        where v.status in ('Sent', 'Collection') and v.due_date < ${today} and not o.attended
          and event.type in ('STAND', 'EVENT')) as overdue,
      (select coalesce(json_agg(one), '[]') from (
        select * from wanted order by id limit ${take} offset ${skip}) one) as rows
    from event`);
  return row ?? null;
}
