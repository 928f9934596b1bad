import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { settleCreditNotesCte } from './settle-store.ts';

export interface NewPayment {
  invoiceId: number;
  checkoutId: string;
  amount: string;
  currency: string;
  paidAt: Date;
  /** False: the invoice stays as it is. */
  settles: boolean;
  /** What a person must do about the payment; empty: nothing. */
  note: string;
}

/** The result is empty where there is no such invoice, or no message to clear. */
export function clearPaymentMessageStatement(accountId: number, guid: string, now: Date): Sql {
  return sql`
    update invoices set payment_message = '', updated_at = ${now}
    where account_id = ${accountId} and guid = ${guid} and payment_message <> '' returning guid, id`;
}

/** The code for other methods: PAYMENT_METHODS has no code for payment providers. */
const OTHER_METHOD = 8;

/** Stores the payment and settles the invoice by it. The result is empty where this checkout's payment is stored already. */
export function insertPaymentStatement(
  accountId: number,
  payment: NewPayment,
  now: Date,
): { ctes: Sql; result: Sql } {
  const { invoiceId, checkoutId, amount, currency, paidAt, settles, note } = payment;
  const paidOn = paidAt.toISOString().slice(0, 10);
  const settle = settles
    ? sql`status = 'Paid', paid_on = ${paidOn}, method_payment = ${OTHER_METHOD}::smallint,`
    : EMPTY;
  const creditNotes = settles ? sql`, ${settleCreditNotesCte(accountId, paidOn, now)}` : EMPTY;
  return {
    ctes: sql`
      stored as (
        insert into payments (account_id, checkout_id, invoice_id, amount, currency, paid_at, note, created_at)
        values (${accountId}, ${checkoutId}, ${invoiceId}, ${amount}, ${currency}, ${paidAt}, ${note}, ${now})
        on conflict (account_id, checkout_id) do nothing returning invoice_id),
      over as (
        update checkouts set status = 'paid', over_at = ${now} from stored
        where checkouts.account_id = ${accountId} and checkouts.checkout_id = ${checkoutId}),
      paid as (
        update invoices set ${settle} updated_at = ${now},
          payment_message = right(concat_ws('; ', nullif(payment_message, ''), nullif(${note}::text, '')), 1000)
        from stored where invoices.account_id = ${accountId} and invoices.id = stored.invoice_id
        returning invoices.id, invoices.guid),
      event as (
        insert into invoice_events (account_id, invoice_id, at, event, via, reason)
        select ${accountId}, stored.invoice_id, ${now}::timestamptz, 'unexpected_payment', 'link', ${note}::text
        from stored where ${note}::text <> '')
      ${creditNotes}`,
    result: sql`select guid, id from paid`,
  };
}
