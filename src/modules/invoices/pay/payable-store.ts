import type { InvoiceStatus } from '../../../domain/invoice-states.ts';
import type { Queryable } from '../../../kernel/context.ts';
import { remainingSql } from '../../../kernel/database/invoice-status-sql.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { freshUntil } from './checkout-store.ts';

interface CheckoutRow {
  provider: string;
  url: string;
  status: 'open' | 'pending';
  /** It can still be paid for a while. */
  is_fresh: boolean;
  amount: string;
  currency: string;
}

/** An invoice with a payment link, as the payment page needs it. */
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

const hasPaymentLink = (accountId: number, guid: string) =>
  sql`i.account_id = ${accountId} and i.guid = ${guid} and i.is_payment_link and i.status <> 'Draft'`;

export async function readPayable(
  db: Queryable,
  accountId: number,
  guid: string,
  now: Date,
): Promise<Payable | null> {
  const [row] = await db.query<Payable>(sql`
    select i.id, i.guid, i.number::text, i.status, (${remainingSql})::text as remaining, i.payment_fee,
      i.currency, i.seller, i.buyer,
      (select count(*) from checkouts c where c.account_id = ${accountId} and c.invoice_id = i.id) as checkouts,
      (select json_build_object('provider', c.provider, 'url', c.url, 'status', c.status, 'amount', c.amount::text, 'currency', c.currency,
          'is_fresh', c.expires_at > ${freshUntil(now)})
        from checkouts c
        where c.account_id = ${accountId} and c.invoice_id = i.id and c.status in ('open', 'pending')) as checkout
    from invoices i where ${hasPaymentLink(accountId, guid)}`);
  return row ?? null;
}

export interface LockedPayable
  extends Pick<Payable, 'id' | 'status' | 'remaining' | 'payment_fee' | 'currency'> {
  /** Of the customer; empty where there is none. */
  email: string;
  /** Whether payers may still be at a checkout that was closed here but not at the provider. */
  has_left: boolean;
}

export async function lockPayable(
  tx: Queryable,
  accountId: number,
  guid: string,
): Promise<LockedPayable | null> {
  const [row] = await tx.query<LockedPayable>(sql`
    select i.id, i.status, (${remainingSql})::text as remaining, i.payment_fee, i.currency,
      coalesce(i.buyer ->> 'email', '') as email,
      exists (select from checkouts c where c.account_id = ${accountId} and c.invoice_id = i.id
        and c.status = 'closed' and c.over_at is null) as has_left
    from invoices i where ${hasPaymentLink(accountId, guid)} for update`);
  return row ?? null;
}

/** A checkout at which an invoice might still be paid. */
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

/** Checkouts that are open at their provider, also those that were closed here only. */
export async function readOpenCheckouts(
  db: Queryable,
  accountId: number,
  guid: string,
  now: Date,
): Promise<OpenCheckouts | null> {
  const [row] = await db.query<OpenCheckouts>(sql`
    select i.status, (${remainingSql})::text as remaining, i.payment_fee, i.currency,
      (select coalesce(json_agg(json_build_object('provider', c.provider, 'checkout_id', c.checkout_id,
          'status', c.status, 'amount', c.amount::text, 'currency', c.currency) order by c.id), '[]')
        from checkouts c
        where c.account_id = ${accountId} and c.invoice_id = i.id and c.status in ('open', 'closed')
          and c.over_at is null and c.expires_at > ${now}) as checkouts
    from invoices i where ${hasPaymentLink(accountId, guid)}`);
  return row ?? null;
}
