import type { EinvoiceState } from '../../../domain/einvoice-states.ts';
import type { InvoiceStatus } from '../../../domain/invoice-states.ts';
import type { InvoiceKind } from '../../../domain/invoice-status.ts';
import type { Queryable } from '../../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { BuyerSnapshot } from '../issue/issue-store.ts';

/** What must be known of an invoice to carry it to its customer. */
export interface DeliveryRow {
  guid: string;
  number: string;
  kind: InvoiceKind;
  status: InvoiceStatus;
  amount: string;
  credited_amount: string;
  currency: string;
  due_date: string;
  settlement_date: string;
  xml_status: string;
  trading_partner_id: string;
  is_payment_link: boolean;
  seller: { name: string; email: string; registration_no: string };
  buyer: BuyerSnapshot;
  has_files: boolean;
  /** What its tickets are for, where it is one of those. */
  event: { title: string; date: string | null; minute: number | null; place: string } | null;
  /** Whether it is for an order that lapses if it is not paid. */
  lapses: boolean;
  /** Of a credit note: the order that it took back. */
  released: { title: string; qty: number; sale: string } | null;
  /** Whether this very series has arrived already. */
  done: boolean;
}

export async function readDelivery(
  db: Queryable,
  accountId: number,
  guid: string,
  series: string,
): Promise<DeliveryRow | null> {
  const [row] = await db.query<DeliveryRow>(sql`
    select guid, number::text, kind, status, amount, credited_amount, currency, due_date, settlement_date, xml_status,
      trading_partner_id, is_payment_link, seller, buyer,
      exists (select from files f where f.account_id = i.account_id and f.invoice_id = i.id) as has_files,
      (select json_build_object('title', t.description, 'date', s.event_date, 'minute', s.event_minute,
          'place', s.event_place)
        from sale_orders o
        join product_sales s on s.account_id = o.account_id and s.id = o.sale_id and s.type = 'EVENT'
        join items t on t.account_id = s.account_id and t.id = s.item_id
        where o.account_id = i.account_id and o.invoice_id = i.id) as event,
      exists (select from sale_orders o
        where o.account_id = i.account_id and o.invoice_id = i.id and o.pay_by is not null) as lapses,
      (select json_build_object('title', l.description, 'qty', o.qty, 'sale', s.guid)
        from sale_orders o
        join product_sales s on s.account_id = o.account_id and s.id = o.sale_id
        join invoice_lines l on l.account_id = o.account_id and l.invoice_id = o.invoice_id and l.position = 1
        where o.account_id = i.account_id and o.invoice_id = i.refer_id and o.released_at is not null) as released,
      exists (select from invoice_events e where e.account_id = i.account_id and e.invoice_id = i.id
        and e.event in ('sent', 'reminded') and e.series = ${series}) as done
    from invoices i where i.account_id = ${accountId} and i.guid = ${guid} and i.status <> 'Draft'`);
  return row ?? null;
}

export interface DeliveryEvent {
  event: 'sent' | 'reminded' | 'failed' | 'given_up';
  via: 'email' | 'einvoice';
  series: string;
  recipient: string;
  reason: string;
  /** Who of the account's people asked for it. */
  personId: number | undefined;
}

interface Ending {
  ctes: Sql;
  result: Sql;
}

/** Tells it on the timeline. What happens once is told once, and the same reason once in a series; else no answer. */
export function insertDeliveryEvent(accountId: number, guid: string, what: DeliveryEvent, now: Date): Ending {
  return {
    ctes: sql`
      about as (select id, guid from invoices where account_id = ${accountId} and guid = ${guid}),
      told as (
        insert into invoice_events (account_id, invoice_id, at, event, via, series, recipient, reason, person_id)
        select ${accountId}, about.id, ${now}::timestamptz, ${what.event}, ${what.via}, ${what.series},
          ${what.recipient}, ${what.reason}, ${what.personId ?? null}::bigint
        from about
        where not exists (select from invoice_events e where e.account_id = ${accountId} and e.invoice_id = about.id
          and e.event = ${what.event} and e.series = ${what.series} and e.reason = ${what.reason})
        on conflict (account_id, invoice_id, event, series) where event in ('sent', 'reminded', 'opened') do nothing
        returning invoice_id)`,
    result: sql`select about.guid, about.id from about, told`,
  };
}

/** Whether there was such a mail: only of what was sent can be heard that it came back. */
export async function wasMailed(
  db: Queryable,
  accountId: number,
  guid: string,
  series: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from invoices i join invoice_events e on e.account_id = i.account_id and e.invoice_id = i.id
    where i.account_id = ${accountId} and i.guid = ${guid} and e.event in ('sent', 'reminded') and e.via = 'email'
      and e.series = ${series}`);
  return rows.length > 0;
}

export interface BounceEvent {
  event: 'bounced' | 'delayed';
  series: string;
  reason: string;
}

/** Each is told once of a mail, and nothing after it came back; else no answer. */
export function insertBounceEvent(accountId: number, guid: string, what: BounceEvent, now: Date): Ending {
  return {
    ctes: sql`
      mailed as (
        select i.id, i.guid, e.recipient from invoices i
        join invoice_events e on e.account_id = i.account_id and e.invoice_id = i.id
        where i.account_id = ${accountId} and i.guid = ${guid} and e.event in ('sent', 'reminded') and e.via = 'email'
          and e.series = ${what.series}
        limit 1),
      told as (
        insert into invoice_events (account_id, invoice_id, at, event, via, series, recipient, reason)
        select ${accountId}, mailed.id, ${now}::timestamptz, ${what.event}, 'email', ${what.series}, mailed.recipient,
          ${what.reason}
        from mailed
        where not exists (select from invoice_events e where e.account_id = ${accountId} and e.invoice_id = mailed.id
          and e.event = 'bounced' and e.series = ${what.series})
        on conflict (account_id, invoice_id, event, series) where event in ('bounced', 'delayed') do nothing
        returning invoice_id)`,
    result: sql`select mailed.guid, mailed.id from mailed, told`,
  };
}

export interface EinvoiceStatusChange {
  from: readonly EinvoiceState[];
  to: EinvoiceState;
  /** How the timeline calls it; null: it is not worth a line. */
  event: string | null;
  reference: string;
  series: string;
  recipient: string;
  reason: string;
  /** Who of the account's people asked for it. */
  personId: number | undefined;
}

/** The e-invoice as the network sees it now, if it still stood where it was expected to. */
export function updateEinvoiceStatus(
  accountId: number,
  guid: string,
  move: EinvoiceStatusChange,
  now: Date,
): Ending {
  const told = move.event
    ? sql`, told as (
        insert into invoice_events (account_id, invoice_id, at, event, via, series, recipient, reason, person_id)
        select ${accountId}, moved.id, ${now}::timestamptz, ${move.event}, 'einvoice', ${move.series},
          ${move.recipient}, ${move.reason}, ${move.personId ?? null}::bigint
        from moved
        on conflict (account_id, invoice_id, event, series) where event in ('sent', 'reminded', 'opened') do nothing)`
    : EMPTY;
  return {
    ctes: sql`
      moved as (
        update invoices set xml_status = ${move.to}, updated_at = ${now},
          einvoice_reference = coalesce(nullif(${move.reference}, ''), einvoice_reference)
        where account_id = ${accountId} and guid = ${guid} and xml_status = any(${move.from}::text[])
        returning id, guid)
      ${told}`,
    result: sql`select guid, id from moved`,
  };
}

export interface OpenEinvoice {
  account_id: number;
  id: number;
  guid: string;
  xml_status: EinvoiceState;
  reference: string;
  recipient: string;
}

/** E-invoices that the network has not brought to an end, of all accounts, for the chore that asks for them. */
export function listOpenEinvoices(
  db: Queryable,
  since: Date,
  take: number,
  after: OpenEinvoice | null,
): Promise<OpenEinvoice[]> {
  const on = after ? sql`and (account_id, id) > (${after.account_id}, ${after.id})` : EMPTY;
  return db.query<OpenEinvoice>(sql`
    select account_id, id, guid, xml_status, einvoice_reference as reference, trading_partner_id as recipient
    from invoices
    where xml_status in ('queued', 'sent') and einvoice_reference <> '' and updated_at > ${since} ${on}
    order by account_id, id limit ${take}`);
}

/** The same for one invoice, wherever its e-invoice stands. */
export async function findEinvoice(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<OpenEinvoice | null> {
  const [row] = await db.query<OpenEinvoice>(sql`
    select account_id, id, guid, xml_status, einvoice_reference as reference, trading_partner_id as recipient
    from invoices where account_id = ${accountId} and guid = ${guid} and einvoice_reference <> ''`);
  return row ?? null;
}

export interface ResendFacts {
  id: number;
  guid: string;
  status: string;
  xml_status: string;
  output_select: string;
  email: string;
  events: number;
}

export async function lockForResend(
  tx: Queryable,
  accountId: number,
  guid: string,
): Promise<ResendFacts | null> {
  const [row] = await tx.query<ResendFacts>(sql`
    select id, guid, status, xml_status, buyer ->> 'output_select' as output_select, buyer ->> 'email' as email,
      (select count(*) from invoice_events e where e.account_id = ${accountId} and e.invoice_id = i.id) as events
    from invoices i where account_id = ${accountId} and guid = ${guid} for update`);
  return row ?? null;
}

/** Nothing but the place of its e-invoice changes when an invoice is sent again. */
export function requeue(accountId: number, id: number, einvoice: boolean, now: Date): Sql {
  if (!einvoice) return sql`select guid, id from invoices where account_id = ${accountId} and id = ${id}`;
  return sql`
    update invoices set xml_status = 'queued', einvoice_reference = '', updated_at = ${now}
    where account_id = ${accountId} and id = ${id} returning guid, id`;
}
