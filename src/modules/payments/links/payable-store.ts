import { remainingSql } from '../../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { feeLeftSql } from '../../invoices/records/fee-store.ts';
import { checkouts, invoices } from '../../invoices/records/tables.ts';
import { freshUntil } from './checkout-store.ts';

const owedInvoice = invoices.pick('status', 'currency');
/** `payment_fee`: what earlier payments have left of it. */
const owedRow = owedInvoice.with({ remaining: col.text(), payment_fee: col.text() });
const owedColumns = sql`${owedInvoice.list('i')}, (${remainingSql})::text as remaining, ${feeLeftSql} as payment_fee`;

const record = invoices.pick('id', 'guid', 'seller', 'buyer');
const checkout = checkouts.pick('provider', 'url', 'amount', 'currency');
const payable = owedRow.with({
  ...record.columns,
  number: col.text(),
  checkouts: col.bigint(),
  checkout: col
    .json(
      checkout.with({
        status: col.oneOf(['open', 'pending']),
        /** It does not expire within the next minutes. */
        is_fresh: col.boolean(),
      }),
    )
    .nullable(),
});
/** An invoice with a payment link, as the payment page needs it. */
export type Payable = RowOf<typeof payable>;

const hasPaymentLink = (accountId: number, guid: string) =>
  sql`i.account_id = ${accountId} and i.guid = ${guid} and i.is_payment_link and i.status <> 'Draft'`;

export function readPayable(
  db: Queryable,
  accountId: number,
  guid: string,
  now: Date,
): Promise<Payable | null> {
  const state = sql`'status', c.status, 'is_fresh', c.expires_at > ${freshUntil(now)}`;
  return db.find(
    payable,
    sql`select ${owedColumns}, ${record.list('i')}, i.number::text,
          (select count(*) from checkouts c where c.account_id = ${accountId} and c.invoice_id = i.id) as checkouts,
          (select ${checkout.jsonObject('c', state)} from checkouts c
            where c.account_id = ${accountId} and c.invoice_id = i.id and c.status in ('open', 'pending')) as checkout
        from invoices i where ${hasPaymentLink(accountId, guid)}`,
  );
}

const lockedPayable = owedRow.with({
  id: col.bigint(),
  /** The e-mail address of the customer; empty where there is none. */
  email: col.text(),
  /** Whether payers may still be at a checkout that was closed here but not at the provider. */
  has_unended_checkout: col.boolean(),
});
export type LockedPayable = RowOf<typeof lockedPayable>;

export function lockPayable(tx: Queryable, accountId: number, guid: string): Promise<LockedPayable | null> {
  return tx.find(
    lockedPayable,
    sql`select ${owedColumns}, i.id, coalesce(i.buyer ->> 'email', '') as email,
          exists (select from checkouts c where c.account_id = ${accountId} and c.invoice_id = i.id
            and c.status = 'closed' and c.over_at is null) as has_unended_checkout
        from invoices i where ${hasPaymentLink(accountId, guid)} for update`,
  );
}

const openCheckout = checkouts.pick('provider', 'checkout_id', 'status', 'amount', 'currency');
/** A checkout at which an invoice might still be paid. */
export type OpenCheckout = RowOf<typeof openCheckout>;

const openCheckouts = owedRow.with({ checkouts: col.jsonList(openCheckout) });
export type OpenCheckouts = RowOf<typeof openCheckouts>;

/** Checkouts that are open at their provider, also those that were closed here only. */
export function readOpenCheckouts(
  db: Queryable,
  accountId: number,
  guid: string,
  now: Date,
): Promise<OpenCheckouts | null> {
  return db.find(
    openCheckouts,
    sql`select ${owedColumns},
          (select coalesce(json_agg(${openCheckout.jsonObject('c')} order by c.id), '[]') from checkouts c
            where c.account_id = ${accountId} and c.invoice_id = i.id and c.status in ('open', 'closed')
              and c.over_at is null and c.expires_at > ${now}) as checkouts
        from invoices i where ${hasPaymentLink(accountId, guid)}`,
  );
}
