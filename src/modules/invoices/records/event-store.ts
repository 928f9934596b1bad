import { remainingSql } from '../../../kernel/database/invoice-status-sql.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import type { EventType } from '../../../kernel/events/catalogue.ts';
import { cte, type EventValues } from '../../../kernel/events/emitted-events.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import type { InvoiceBuyer, NewItem } from './insert-invoice-store.ts';

// Events of invoices, with what an event takes from other tables. Callers add them before `ctx.finish`.

/** The data that every event of an invoice has, from the columns of its source. */
export const SUBJECT = {
  guid: sql`about.guid`,
  number: sql`about.number::text`,
  kind: sql`about.kind`,
};

/** Emits an event of an invoice that already has a number. The data start with `SUBJECT`. */
export function emitInvoiceEvent<T extends EventType & `invoice.${string}`>(
  ctx: WriteContext,
  type: T,
  guid: string,
  data: EventValues<T>,
): void {
  ctx.emit(type, data, about(issuedInvoice(ctx.account.id, guid)));
}

/** `source` has the columns guid, number and kind. */
function about(source: Sql): Sql {
  return sql`(select * from ${source}) about`;
}

/** `open_amount`: what a payment settles; of a credit note the amount that is paid back. */
function issuedInvoice(accountId: number, guid: string): Sql {
  return sql`(select i.guid, i.number, i.kind, i.currency, i.settlement_date,
      case when i.kind = 'credit' then i.amount else ${remainingSql} end as open_amount
    from invoices i where i.account_id = ${accountId} and i.guid = ${guid}) issued`;
}

/** The mail of the CTE `mailed` came back. */
export function emitBounced(ctx: WriteContext, guid: string, reason: string): void {
  const to = sql`(select recipient from mailed)`;
  emitInvoiceEvent(ctx, 'invoice.bounced', guid, { ...SUBJECT, channel: 'email', to, reason });
}

/** A payment. Without an amount it is one of all that is open. */
export function emitPayment(ctx: WriteContext, guid: string, payment: ReceivedPayment): void {
  emitInvoiceEvent(ctx, 'invoice.payment_recorded', guid, {
    ...SUBJECT,
    amount: payment.amount === undefined ? sql`about.open_amount` : Number(payment.amount),
    currency: payment.currency ?? sql`about.currency`,
    paid_on: payment.paidOn,
  });
}

interface ReceivedPayment {
  amount?: string;
  /** That of the invoice when left out. */
  currency?: string;
  paidOn: string;
}

/**
 * The invoice is paid: the event of the invoice, those of the credit notes that are settled with it (`settled_notes`), and
 * that of the purchase which it is for.
 */
export function emitPaid(ctx: WriteContext, guid: string, paidOn: string): void {
  const paid = { ...SUBJECT, paid_on: paidOn };
  emitInvoiceEvent(ctx, 'invoice.paid', guid, paid);
  ctx.emit('invoice.paid', paid, about(cte('settled_notes')));
  const { id: accountId } = ctx.account;
  ctx.emit(
    'sale.paid',
    { guid: sql`sold.guid`, invoice_guid: guid, number: sql`sold.number::text` },
    sql`(select s.guid, i.number from invoices i
      join sale_orders o on o.account_id = i.account_id and o.invoice_id = i.id
      join product_sales s on s.account_id = o.account_id and s.id = o.sale_id
      where i.account_id = ${accountId} and i.guid = ${guid}) sold`,
  );
}

/** What every operation that makes or issues an invoice may emit. */
export const ISSUE_EVENTS = [
  'invoice.issued',
  'invoice.paid',
  'task.invoiced',
  'customer.created',
  'item.created',
] as const satisfies EventType[];

/** What a document without a number may bring along. */
export const COMPOSE_EVENTS = ['customer.created', 'item.created'] as const satisfies EventType[];

/** What a credit note does to its original, besides `ISSUE_EVENTS`. */
export const CREDIT_EVENTS = ['invoice.credited', 'invoice.cancelled'] as const satisfies EventType[];

interface IssuedInvoice {
  guid: string;
  kind: 'invoice' | 'credit';
  /** The CTE with the columns id, guid and number of the invoice. */
  from: 'invoice' | 'issued';
  isPaid: boolean | Sql;
  hasTasks: boolean;
}

export function emitIssued(ctx: WriteContext, { guid, kind, from, isPaid, hasTasks }: IssuedInvoice): void {
  const subject = { guid, number: sql`about.number::text`, kind };
  const source = sql`(select number from ${cte(from)}) about`;
  ctx.emit('invoice.issued', subject, source);
  if (isPaid) ctx.emit('invoice.paid', { ...subject, paid_on: ctx.today }, source);
  if (!hasTasks) return;
  const billed = { guid: sql`billed_tasks.guid`, number: sql`billed_tasks.number::text`, invoice_guid: guid };
  ctx.emit('task.invoiced', billed, cte('billed_tasks'));
}

/** The customer and the items that the same statement inserts. An item of a concurrent invoice is not one of them. */
export function emitNewRecords(ctx: WriteContext, buyer: InvoiceBuyer, newItems: readonly NewItem[]): void {
  if ('guid' in buyer) ctx.emit('customer.created', { guid: buyer.guid });
  if (newItems.length === 0) return;
  const guids = newItems.map(({ guid }) => guid);
  ctx.emit(
    'item.created',
    { guid: sql`added.guid` },
    sql`(select guid from new_items where guid = any(${guids}::uuid[])) added`,
  );
}

interface CreditedInvoice {
  guid: string;
  number: number | null;
  creditGuid: string;
  isCancelled: boolean;
}

export function emitCredited(
  ctx: WriteContext,
  { guid, number, creditGuid, isCancelled }: CreditedInvoice,
): void {
  const original = { guid, number: number === null ? null : String(number), kind: 'invoice' };
  ctx.emit('invoice.credited', { ...original, credit_guid: creditGuid });
  if (!isCancelled) return;
  ctx.emit('invoice.cancelled', original);
  ctx.emit('invoice.paid', { ...SUBJECT, paid_on: ctx.today }, about(cte('earlier_notes')));
}
