import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, emptyRow, row } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { invoiceEvents } from '../../invoices/records/tables.ts';

/** The result is empty where there is no such invoice, or no message to clear. */
export function clearPaymentMessageStatement(accountId: number, guid: string, now: Date): Sql {
  return sql`
    update invoices set payment_message = '', updated_at = ${now}
    where account_id = ${accountId} and guid = ${guid} and payment_message <> '' returning guid, id`;
}

/** Whether the payment of a checkout is stored already. */
export async function isReceived(tx: Queryable, accountId: number, checkoutId: string): Promise<boolean> {
  const found = await tx.query(
    emptyRow,
    sql`select from payments where account_id = ${accountId} and source = 'payment_link' and source_key = ${checkoutId}`,
  );
  return found.length > 0;
}

/** What earlier payments of the invoice have paid of its fee. */
export async function feeTaken(tx: Queryable, accountId: number, invoiceId: number): Promise<string> {
  const [found] = await tx.query(
    row({ fee: col.text() }),
    sql`select coalesce(sum(p.fee), 0)::text as fee from payments p
      where p.account_id = ${accountId} and p.reversed_on is null and p.id in (
        select a.payment_id from allocations a where a.account_id = ${accountId} and a.invoice_id = ${invoiceId})`,
  );
  return found?.fee ?? '0';
}

/** The payment that the same statement inserts. */
export const selectInserted = sql`select guid, id from payment`;

interface ReceivedCheckout {
  invoiceId: number;
  checkoutId: string;
  /** What a person should know; empty: nothing. */
  note: string;
  /** The row of the invoice is updated by the same statement already. */
  isSettling: boolean;
  now: Date;
}

/** Adds to the notice about the payments of the invoice for a person. */
export function messageSql(note: string): Sql {
  return sql`, payment_message = right(concat_ws('; ', nullif(payment_message, ''), ${note}::text), 1000)`;
}

/** Ends the checkout, and keeps what is unexpected about its payment on the timeline of the invoice. */
export function receivedCtes(
  accountId: number,
  { invoiceId, checkoutId, note, isSettling, now }: ReceivedCheckout,
): Sql {
  const ended = sql`ended as (
    update checkouts set status = 'paid', over_at = ${now} where account_id = ${accountId} and checkout_id = ${checkoutId})`;
  if (note === '') return ended;
  const told = isSettling
    ? notedCte(accountId, invoiceId, note, now)
    : tellCtes(accountId, invoiceId, note, now);
  return sql`${ended}, ${told}`;
}

function notedCte(accountId: number, invoiceId: number, note: string, now: Date): Sql {
  const event = {
    account_id: accountId,
    invoice_id: invoiceId,
    at: now,
    event: 'unexpected_payment',
    via: 'link',
    reason: note,
  };
  return sql`noted as (${invoiceEvents.insert(event)})`;
}

/** Tells a person what the provider reports and the books do not show, on the invoice and its timeline. */
export function tellCtes(accountId: number, invoiceId: number, note: string, now: Date): Sql {
  return sql`${notedCte(accountId, invoiceId, note, now)}, told as (
    update invoices set updated_at = ${now} ${messageSql(note)} where account_id = ${accountId} and id = ${invoiceId})`;
}
