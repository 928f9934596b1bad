import type { Queryable } from '../../../kernel/database/queryable.ts';
import { EMPTY, sql } from '../../../kernel/database/sql.ts';
import { checkouts } from '../../invoices/records/tables.ts';

/** Payers need time: a checkout that is about to expire is not given to another payer. */
const FRESH_MS = 5 * 60_000;

export function freshUntil(now: Date): Date {
  return new Date(now.getTime() + FRESH_MS);
}

export interface NewCheckout {
  provider: string;
  checkoutId: string;
  url: string;
  expiresAt: Date;
  amount: string;
  currency: string;
}

const checkoutId = checkouts.pick('id');

/** Closes an open checkout that is about to expire, is for another amount than is due, or is at another provider. */
export async function closeStaleCheckouts(
  tx: Queryable,
  accountId: number,
  invoiceId: number,
  checkout: NewCheckout,
  now: Date,
): Promise<number> {
  const closed = await tx.query(
    checkoutId,
    sql`update checkouts set status = 'closed'
      where account_id = ${accountId} and invoice_id = ${invoiceId} and status = 'open'
        and (expires_at <= ${freshUntil(now)} or amount <> ${checkout.amount}
          or currency <> ${checkout.currency} or provider <> ${checkout.provider})
      returning id`,
  );
  return closed.length;
}

/** The result is empty where another checkout of the invoice is open. */
export function insertCheckoutStatement(
  accountId: number,
  invoiceId: number,
  { checkoutId: checkout_id, expiresAt: expires_at, ...same }: NewCheckout,
  now: Date,
) {
  const record = {
    account_id: accountId,
    invoice_id: invoiceId,
    ...same,
    checkout_id,
    expires_at,
    created_at: now,
  };
  return {
    row: checkouts.pick('url'),
    result: sql`${checkouts.insert(record)} on conflict do nothing returning url`,
  };
}

/** The result is empty where the checkout is in a later state already: a late or repeated webhook changes nothing. */
export function moveCheckoutStatement(
  accountId: number,
  checkout: string,
  to: 'pending' | 'closed',
  now: Date,
) {
  const [from, over] =
    to === 'pending'
      ? [sql`status = 'open'`, EMPTY]
      : [sql`status in ('open', 'pending')`, sql`, over_at = ${now}`];
  return {
    row: checkoutId,
    result: sql`update checkouts set status = ${to} ${over}
      where account_id = ${accountId} and checkout_id = ${checkout} and ${from} returning id`,
  };
}

/** The result is empty where the checkout was over before. A checkout that was paid meanwhile stays paid. */
export function endCheckoutStatement(accountId: number, checkout: string, now: Date) {
  return {
    row: checkoutId,
    result: sql`update checkouts set over_at = ${now}, status = case when status = 'open' then 'closed' else status end
      where account_id = ${accountId} and checkout_id = ${checkout} and over_at is null returning id`,
  };
}
