import { SALE_TYPES } from '../../domain/sales/selling.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, recordRow, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { hasFiles } from '../invoices/files/file-store.ts';
import { subscriptionRow, subscriptionSql } from '../invoices/records/subscription-store.ts';
import { invoiceEvents, invoices } from '../invoices/records/tables.ts';

const deliveryFields = invoices.pick(
  'guid',
  'kind',
  'status',
  'amount',
  'credited_amount',
  'paid_amount',
  'written_off_on',
  'currency',
  'due_date',
  'settlement_date',
  'xml_status',
  'trading_partner_id',
  'is_payment_link',
  'seller',
  'buyer',
);
const deliveryRow = deliveryFields.with({
  number: col.text(),
  has_files: col.boolean(),
  /** The event, where the invoice is for tickets. */
  event: col
    .json(
      row({
        title: col.text(),
        date: col.date().nullable(),
        minute: col.integer().nullable(),
        place: col.text(),
      }),
    )
    .nullable(),
  /** The type of the selling page that it was bought on; null where it was not. */
  sold: col.oneOf(SALE_TYPES).nullable(),
  /** Whether it is for an order that is cancelled if it is not paid in time. */
  lapses: col.boolean(),
  /** The order that the credit note cancelled; `is_early`: before its last day for paying had passed. */
  released: col
    .json(
      row({
        title: col.text(),
        qty: col.integer(),
        sale: col.uuid(),
        is_early: col.boolean(),
        is_gift: col.boolean(),
      }),
    )
    .nullable(),
  subscription: col.json(subscriptionRow).nullable(),
  /**
   * A visitor of a selling page typed the name and address on it, and the seller has not confirmed who that is. Also of the
   * credit note for such a purchase, and of the later invoices of a subscription.
   */
  is_by_visitor: col.boolean(),
  /** The purchased invoice: this one, or the one that this note credits. Null where nothing was bought on a selling page. */
  purchase_guid: col.uuid().nullable(),
  /** Whether this series has been sent already. */
  done: col.boolean(),
});
/** The columns that the delivery jobs need. */
export type DeliveryRow = RowOf<typeof deliveryRow>;

export function readDelivery(
  db: Queryable,
  accountId: number,
  guid: string,
  series: string,
): Promise<DeliveryRow | null> {
  const statement = sql`
    select ${deliveryFields.list()}, number::text,
      ${hasFiles} as has_files,
      (select json_build_object('title', t.description, 'date', s.event_date, 'minute', s.event_minute,
          'place', s.event_place)
        from sale_orders o
        join product_sales s on s.account_id = o.account_id and s.id = o.sale_id and s.type = 'EVENT'
        join items t on t.account_id = s.account_id and t.id = s.item_id
        where o.account_id = i.account_id and o.invoice_id = i.id) as event,
      (select s.type from sale_orders o join product_sales s on s.account_id = o.account_id and s.id = o.sale_id
        where o.account_id = i.account_id and o.invoice_id = i.id) as sold,
      ${subscriptionSql} as subscription,
      exists (select from sale_orders o
        where o.account_id = i.account_id and o.invoice_id = i.id and o.pay_by is not null) as lapses,
      (select json_build_object('title', l.description, 'qty', o.qty, 'sale', s.guid,
          'is_gift', s.type = 'DONA', 'is_early', (o.released_at at time zone 'UTC')::date <= v.due_date)
        from sale_orders o
        join invoices v on v.account_id = o.account_id and v.id = o.invoice_id
        join product_sales s on s.account_id = o.account_id and s.id = o.sale_id
        join invoice_lines l on l.account_id = o.account_id and l.invoice_id = o.invoice_id and l.position = 1
        where o.account_id = i.account_id and o.invoice_id = i.refer_id and o.released_at is not null) as released,
      exists (select from customers c
        where c.account_id = i.account_id and c.id = i.customer_id and c.unverified
          and (i.occurrence is not null or exists (select from sale_orders o
            where o.account_id = i.account_id and o.invoice_id in (i.id, i.refer_id)))) as is_by_visitor,
      (select v.guid from sale_orders o join invoices v on v.account_id = o.account_id and v.id = o.invoice_id
        where o.account_id = i.account_id and o.invoice_id in (i.id, i.refer_id) limit 1) as purchase_guid,
      exists (select from invoice_events e where e.account_id = i.account_id and e.invoice_id = i.id
        and e.event in ('sent', 'reminded') and e.series = ${series}) as done
    from invoices i where i.account_id = ${accountId} and i.guid = ${guid} and i.status <> 'Draft'`;
  return db.find(deliveryRow, statement);
}

export interface DeliveryEvent {
  event: 'sent' | 'reminded' | 'failed' | 'given_up';
  via: 'email' | 'einvoice';
  series: string;
  recipient: string;
  reason: string;
  /** The person who asked for it. */
  personId: number | undefined;
}

/** Writes a timeline event, once for each series and reason. A repeated event gives an empty result. */
export function insertDeliveryEventStatement(
  accountId: number,
  guid: string,
  { personId, ...delivery }: DeliveryEvent,
  now: Date,
) {
  const record = {
    ...delivery,
    account_id: accountId,
    invoice_id: sql`invoice.id`,
    at: now,
    person_id: personId ?? null,
  };
  return {
    row: recordRow,
    ctes: sql`
      invoice as (select id, guid from invoices where account_id = ${accountId} and guid = ${guid}),
      event as (
        ${invoiceEvents.insertSelect(record)} from invoice
        where not exists (select from invoice_events e where e.account_id = ${accountId} and e.invoice_id = invoice.id
          and e.event = ${delivery.event} and e.series = ${delivery.series} and e.reason = ${delivery.reason})
        on conflict (account_id, invoice_id, event, series) where event in ('sent', 'reminded', 'opened') do nothing
        returning invoice_id)
      ${delivery.event === 'given_up' ? forgetLostReminder(accountId) : EMPTY}`,
    result: sql`select invoice.guid, invoice.id from invoice, event`,
  };
}

/** A reminder that could not be sent does not count: the next one need not wait. */
function forgetLostReminder(accountId: number): Sql {
  return sql`, forgotten as (
    update invoices i set reminded_at = (select max(e.at) from invoice_events e
      where e.account_id = ${accountId} and e.invoice_id = i.id and e.event = 'reminded')
    from event where i.account_id = ${accountId} and i.id = event.invoice_id and i.reminded_at is not null)`;
}

/** Whether a mail of this series was sent; a bounce can only belong to such a mail. */
export async function wasMailed(
  db: Queryable,
  accountId: number,
  guid: string,
  series: string,
): Promise<boolean> {
  const rows = await db.query(
    row({}),
    sql`select from invoices i join invoice_events e on e.account_id = i.account_id and e.invoice_id = i.id
      where i.account_id = ${accountId} and i.guid = ${guid} and e.event in ('sent', 'reminded') and e.via = 'email'
        and e.series = ${series}`,
  );
  return rows.length > 0;
}

export interface BounceEvent {
  event: 'bounced' | 'delayed';
  series: string;
  reason: string;
}

/** Writes each kind of event once for a mail, and none after it has bounced; else the result is empty. */
export function insertBounceEventStatement(accountId: number, guid: string, bounce: BounceEvent, now: Date) {
  const record = {
    ...bounce,
    account_id: accountId,
    invoice_id: sql`mailed.id`,
    at: now,
    via: 'email',
    recipient: sql`mailed.recipient`,
  };
  return {
    row: recordRow,
    ctes: sql`
      mailed as (
        select i.id, i.guid, e.recipient from invoices i
        join invoice_events e on e.account_id = i.account_id and e.invoice_id = i.id
        where i.account_id = ${accountId} and i.guid = ${guid} and e.event in ('sent', 'reminded') and e.via = 'email'
          and e.series = ${bounce.series}
        limit 1),
      event as (
        ${invoiceEvents.insertSelect(record)} from mailed
        where not exists (select from invoice_events e where e.account_id = ${accountId} and e.invoice_id = mailed.id
          and e.event = 'bounced' and e.series = ${bounce.series})
        on conflict (account_id, invoice_id, event, series) where event in ('bounced', 'delayed') do nothing
        returning invoice_id)`,
    result: sql`select mailed.guid, mailed.id from mailed, event`,
  };
}

/** An invoice with this many events on its timeline is not sent again. */
export const MAX_EVENTS = 100;

const resendState = invoices.pick(
  'id',
  'guid',
  'kind',
  'status',
  'due_date',
  'written_off_on',
  'xml_status',
  'buyer',
  'currency',
  'trading_partner_id',
  'reminded_at',
);
const resendFacts = resendState.with({
  output_select: col.text(),
  email: col.text(),
  number: col.text().nullable(),
  buyer_name: col.text(),
  events: col.bigint(),
});
export type ResendFacts = RowOf<typeof resendFacts>;

export function lockForResend(tx: Queryable, accountId: number, guid: string): Promise<ResendFacts | null> {
  return tx.find(
    resendFacts,
    sql`select ${resendState.list()}, buyer ->> 'output_select' as output_select, buyer ->> 'email' as email, number::text,
          buyer ->> 'name' as buyer_name,
          (select count(*) from invoice_events e where e.account_id = ${accountId} and e.invoice_id = i.id) as events
        from invoices i where account_id = ${accountId} and guid = ${guid} for update`,
  );
}

/** Sending an invoice again changes nothing of it but the state of its e-invoice. */
export function requeueStatement(accountId: number, id: number, isElectronic: boolean, now: Date): Sql {
  if (!isElectronic) return sql`select guid, id from invoices where account_id = ${accountId} and id = ${id}`;
  return sql`
    update invoices set xml_status = 'queued', einvoice_reference = '', updated_at = ${now}
    where account_id = ${accountId} and id = ${id} returning guid, id`;
}
