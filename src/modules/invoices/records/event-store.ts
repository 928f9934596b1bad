import type { InvoiceStatus } from '../../../domain/invoices/invoice-states.ts';
import { decimal, toWire } from '../../../domain/values/money.ts';
import { raw, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { EventData, EventType } from '../../../kernel/events/catalogue.ts';
import { cte, type EventValues } from '../../../kernel/events/emitted-events.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import type { InvoiceBuyer, NewItem } from './insert-invoice-store.ts';
import type { PaymentAtIssue } from './ledger-write-store.ts';

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

function issuedInvoice(accountId: number, guid: string): Sql {
  return sql`(select i.guid, i.number, i.kind, i.currency, i.settlement_date
    from invoices i where i.account_id = ${accountId} and i.guid = ${guid}) issued`;
}

/** The mail of the CTE `mailed` came back. */
export function emitBounced(ctx: WriteContext, guid: string, reason: string): void {
  const to = sql`(select recipient from mailed)`;
  emitInvoiceEvent(ctx, 'invoice.bounced', guid, { ...SUBJECT, channel: 'email', to, reason });
}

/** The purchase on a selling page that the invoice bills is paid with it. */
export function emitSalePaid(ctx: WriteContext, guid: string): void {
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

/** Emits events of one type. The text of the statement does not depend on how many there are. */
export function emitEach<T extends EventType>(
  ctx: WriteContext,
  type: T,
  list: readonly EventData<T>[],
): void {
  const [first] = list;
  if (!first) return;
  const fields = Object.keys(first).map((name) => [name, sql`one.value -> ${raw(`'${name}'`)}`]);
  const source = sql`jsonb_array_elements(${JSON.stringify(list)}::jsonb) as one (value)`;
  ctx.emit(type, Object.fromEntries(fields) as EventValues<T>, source);
}

/** What every operation that makes or issues an invoice may emit. */
export const ISSUE_EVENTS = [
  'invoice.issued',
  'payment.recorded',
  'invoice.payment_recorded',
  'invoice.paid',
  'task.invoiced',
  'customer.created',
  'item.created',
] as const satisfies EventType[];

/** What a document without a number may bring along. */
export const COMPOSE_EVENTS = ['customer.created', 'item.created'] as const satisfies EventType[];

/** What a credit note does to its original, besides `ISSUE_EVENTS`. */
export const CREDIT_EVENTS = ['invoice.credited', 'invoice.cancelled'] as const satisfies EventType[];

/** The number of a document: known, or a column of a source in the same statement. */
export interface NumberOfDocument {
  number: string | Sql;
  from?: Sql;
}

/** The number that the CTE `invoice` or `issued` gives it. */
export function numberIn(stored: 'invoice' | 'issued'): NumberOfDocument {
  return { number: sql`about.number::text`, from: sql`(select number from ${cte(stored)}) about` };
}

interface IssuedInvoice {
  guid: string;
  kind: 'invoice' | 'credit';
  number: NumberOfDocument;
  isPaid: boolean;
  hasTasks: boolean;
  /** The payment that comes with it, which it is paid by. */
  payment: PaymentAtIssue | null;
}

export function emitIssued(ctx: WriteContext, issued: IssuedInvoice): void {
  const { guid, kind, isPaid, hasTasks, payment } = issued;
  const { number, from } = issued.number;
  const subject = { guid, number, kind };
  ctx.emit('invoice.issued', subject, from);
  if (payment) {
    const { guid: payment_guid, direction, currency, paid_on, source } = payment;
    const amount = toWire(decimal(payment.amount));
    ctx.emit('payment.recorded', { guid: payment_guid, direction, amount, currency, paid_on, source });
    ctx.emit('invoice.payment_recorded', { ...subject, amount, currency, paid_on, payment_guid }, from);
  }
  if (isPaid) ctx.emit('invoice.paid', { ...subject, paid_on: ctx.today }, from);
  if (hasTasks)
    ctx.emit(
      'task.invoiced',
      { guid: sql`billed_tasks.guid`, number: sql`billed_tasks.number::text`, invoice_guid: guid },
      cte('billed_tasks'),
    );
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
  /** What the note has made of it; null where it is still owed, or was paid before. */
  status: InvoiceStatus | null;
}

export function emitCredited(ctx: WriteContext, { guid, number, creditGuid, status }: CreditedInvoice): void {
  const original = { guid, number: number === null ? null : String(number), kind: 'invoice' };
  ctx.emit('invoice.credited', { ...original, credit_guid: creditGuid });
  if (status === null) return;
  if (status === 'Cancelled') ctx.emit('invoice.cancelled', original);
  else ctx.emit('invoice.paid', { ...original, paid_on: ctx.today });
  ctx.emit('invoice.paid', { ...SUBJECT, paid_on: ctx.today }, about(cte('earlier_notes')));
}
