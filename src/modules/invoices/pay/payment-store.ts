import type { InvoiceStatus } from '../../../domain/invoice-states.ts';
import type { AmountOwed } from '../../../domain/payments.ts';
import type { Queryable } from '../../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { settledNotes } from './status-store.ts';

export interface CheckoutRow {
  provider: string;
  url: string;
  status: 'open' | 'pending';
  /** It can still be paid for a while. */
  is_fresh: boolean;
  amount: string;
  currency: string;
}

/** An invoice as one who pays by its link has to do with it. */
export interface Payable {
  id: number;
  guid: string;
  number: string;
  status: InvoiceStatus;
  remaining: string;
  payment_fee: string;
  currency: string;
  seller: { name: string };
  buyer: { lang: string };
  checkouts: number;
  checkout: CheckoutRow | null;
}

const linked = (accountId: number, guid: string) =>
  sql`i.account_id = ${accountId} and i.guid = ${guid} and i.is_payment_link and i.status <> 'Draft'`;

/** Payers need time: a checkout that is about to expire is not given to another. */
const FRESH_MS = 5 * 60_000;

export async function readPayable(
  db: Queryable,
  accountId: number,
  guid: string,
  now: Date,
): Promise<Payable | null> {
  const [row] = await db.query<Payable>(sql`
    select i.id, i.guid, i.number::text, i.status, (i.amount - i.credited_amount)::text as remaining, i.payment_fee,
      i.currency, i.seller, i.buyer,
      (select count(*) from checkouts c where c.account_id = ${accountId} and c.invoice_id = i.id) as checkouts,
      (select json_build_object('provider', c.provider, 'url', c.url, 'status', c.status, 'amount', c.amount::text, 'currency', c.currency,
          'is_fresh', c.expires_at > ${new Date(now.getTime() + FRESH_MS)})
        from checkouts c
        where c.account_id = ${accountId} and c.invoice_id = i.id and c.status in ('open', 'pending')) as checkout
    from invoices i where ${linked(accountId, guid)}`);
  return row ?? null;
}

export interface LockedPayable
  extends Pick<Payable, 'id' | 'status' | 'remaining' | 'payment_fee' | 'currency'> {
  /** Of the customer; empty where there is none. */
  email: string;
  /** Whether payers were sent elsewhere before, and may still be there. */
  has_left: boolean;
}

export async function lockPayable(
  tx: Queryable,
  accountId: number,
  guid: string,
): Promise<LockedPayable | null> {
  const [row] = await tx.query<LockedPayable>(sql`
    select i.id, i.status, (i.amount - i.credited_amount)::text as remaining, i.payment_fee, i.currency,
      coalesce(i.buyer ->> 'email', '') as email,
      exists (select from checkouts c where c.account_id = ${accountId} and c.invoice_id = i.id
        and c.status = 'closed' and c.over_at is null) as has_left
    from invoices i where ${linked(accountId, guid)} for update`);
  return row ?? null;
}

export function owedOf({
  remaining,
  payment_fee: paymentFee,
  currency,
}: Pick<LockedPayable, 'remaining' | 'payment_fee' | 'currency'>): AmountOwed {
  return { remaining, paymentFee, currency };
}

export interface NewCheckout {
  provider: string;
  checkoutId: string;
  url: string;
  expiresAt: Date;
  amount: string;
  currency: string;
}

/** Closes an open checkout that is too old, for another amount than is due, or at another provider. */
export async function closeStaleCheckouts(
  tx: Queryable,
  accountId: number,
  invoiceId: number,
  made: NewCheckout,
  now: Date,
): Promise<number> {
  const closed = await tx.query(sql`
    update checkouts set status = 'closed'
    where account_id = ${accountId} and invoice_id = ${invoiceId} and status = 'open'
      and (expires_at <= ${new Date(now.getTime() + FRESH_MS)} or amount <> ${made.amount}
        or currency <> ${made.currency} or provider <> ${made.provider})
    returning id`);
  return closed.length;
}

/** Empty where a checkout is under way already. */
export function insertCheckout(accountId: number, invoiceId: number, made: NewCheckout, now: Date): Sql {
  return sql`
    insert into checkouts (account_id, invoice_id, provider, checkout_id, url, amount, currency, expires_at, created_at)
    values (${accountId}, ${invoiceId}, ${made.provider}, ${made.checkoutId}, ${made.url}, ${made.amount}, ${made.currency},
      ${made.expiresAt}, ${now})
    on conflict do nothing returning url`;
}

/** Empty where the checkout has moved on already: what comes late or again changes nothing. */
export function moveCheckout(
  accountId: number,
  checkoutId: string,
  to: 'pending' | 'closed',
  now: Date,
): Sql {
  const [from, over] =
    to === 'pending'
      ? [sql`status = 'open'`, EMPTY]
      : [sql`status in ('open', 'pending')`, sql`, over_at = ${now}`];
  return sql`
    update checkouts set status = ${to} ${over}
    where account_id = ${accountId} and checkout_id = ${checkoutId} and ${from} returning id`;
}

/** A page that an invoice might still be paid at. */
export interface OpenCheckout {
  provider: string;
  checkout_id: string;
  status: 'open' | 'closed';
  amount: string;
  currency: string;
}

export interface OpenCheckouts extends Pick<Payable, 'status' | 'remaining' | 'payment_fee' | 'currency'> {
  checkouts: OpenCheckout[];
}

/** Checkouts that were left open at their provider, or that we have closed without its knowing. */
export async function readOpenCheckouts(
  db: Queryable,
  accountId: number,
  guid: string,
  now: Date,
): Promise<OpenCheckouts | null> {
  const [row] = await db.query<OpenCheckouts>(sql`
    select i.status, (i.amount - i.credited_amount)::text as remaining, i.payment_fee, i.currency,
      (select coalesce(json_agg(json_build_object('provider', c.provider, 'checkout_id', c.checkout_id,
          'status', c.status, 'amount', c.amount::text, 'currency', c.currency) order by c.id), '[]')
        from checkouts c
        where c.account_id = ${accountId} and c.invoice_id = i.id and c.status in ('open', 'closed')
          and c.over_at is null and c.expires_at > ${now}) as checkouts
    from invoices i where ${linked(accountId, guid)}`);
  return row ?? null;
}

/** Empty where it was over before. What has been paid meanwhile stays so. */
export function closeCheckout(accountId: number, checkoutId: string, now: Date): Sql {
  return sql`
    update checkouts set over_at = ${now}, status = case when status = 'open' then 'closed' else status end
    where account_id = ${accountId} and checkout_id = ${checkoutId} and over_at is null returning id`;
}

export interface NewPayment {
  invoiceId: number;
  checkoutId: string;
  amount: string;
  currency: string;
  paidAt: Date;
  /** False: the invoice stays as it is. */
  settles: boolean;
  /** What a person should know of it. */
  note: string;
}

/** Empty where there is no such invoice, or nothing to be said of its payments. */
export function clearPaymentMessage(accountId: number, guid: string, now: Date): Sql {
  return sql`
    update invoices set payment_message = '', updated_at = ${now}
    where account_id = ${accountId} and guid = ${guid} and payment_message <> '' returning guid, id`;
}

/** PAYMENT_METHODS has no name for what providers take: the code of all others. */
const OTHER_METHOD = 8;

/** Keeps the payment, and settles the invoice by it. The answer is empty where it has been kept before. */
export function insertPayment(accountId: number, p: NewPayment, now: Date): { ctes: Sql; result: Sql } {
  const paidOn = p.paidAt.toISOString().slice(0, 10);
  const settling = p.settles
    ? sql`status = 'Paid', paid_on = ${paidOn}, method_payment = ${OTHER_METHOD}::smallint,`
    : EMPTY;
  const notes = p.settles ? sql`, ${settledNotes(accountId, paidOn, now)}` : EMPTY;
  return {
    ctes: sql`
      kept as (
        insert into payments (account_id, checkout_id, invoice_id, amount, currency, paid_at, note, created_at)
        values (${accountId}, ${p.checkoutId}, ${p.invoiceId}, ${p.amount}, ${p.currency}, ${p.paidAt}, ${p.note},
          ${now})
        on conflict (account_id, checkout_id) do nothing returning invoice_id),
      over as (
        update checkouts set status = 'paid', over_at = ${now} from kept
        where checkouts.account_id = ${accountId} and checkouts.checkout_id = ${p.checkoutId}),
      paid as (
        update invoices set ${settling} updated_at = ${now},
          payment_message = right(concat_ws('; ', nullif(payment_message, ''), nullif(${p.note}::text, '')), 1000)
        from kept where invoices.account_id = ${accountId} and invoices.id = kept.invoice_id
        returning invoices.id, invoices.guid),
      told as (
        insert into invoice_events (account_id, invoice_id, at, event, via, reason)
        select ${accountId}, kept.invoice_id, ${now}::timestamptz, 'unexpected_payment', 'link', ${p.note}::text
        from kept where ${p.note}::text <> '')
      ${notes}`,
    result: sql`select guid, id from paid`,
  };
}
