import { toPlainDate } from '../../../domain/values/dates.ts';
import { recordRow } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { invoiceEvents, payments } from '../records/tables.ts';
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
export function insertPaymentStatement(accountId: number, payment: NewPayment, now: Date) {
  const { invoiceId, checkoutId, amount, currency, paidAt, settles, note } = payment;
  const paidOn = toPlainDate(paidAt);
  const settle = settles
    ? sql`status = 'Paid', paid_on = ${paidOn}, method_payment = ${OTHER_METHOD}::smallint,`
    : EMPTY;
  const creditNotes = settles ? sql`, ${settleCreditNotesCte(accountId, paidOn, now)}` : EMPTY;
  const record = {
    account_id: accountId,
    checkout_id: checkoutId,
    invoice_id: invoiceId,
    amount,
    currency,
    paid_at: paidAt,
    note,
    created_at: now,
  };
  const event = {
    account_id: accountId,
    invoice_id: sql`stored.invoice_id`,
    at: now,
    event: 'unexpected_payment',
    via: 'link',
    reason: note,
  };
  return {
    row: recordRow,
    ctes: sql`
      stored as (
        ${payments.insert(record)} on conflict (account_id, checkout_id) do nothing returning invoice_id),
      over as (
        update checkouts set status = 'paid', over_at = ${now} from stored
        where checkouts.account_id = ${accountId} and checkouts.checkout_id = ${checkoutId}),
      paid as (
        update invoices set ${settle} updated_at = ${now},
          payment_message = right(concat_ws('; ', nullif(payment_message, ''), nullif(${note}::text, '')), 1000)
        from stored where invoices.account_id = ${accountId} and invoices.id = stored.invoice_id
        returning invoices.id, invoices.guid),
      event as (${invoiceEvents.insertSelect(event)} from stored where ${note}::text <> '')
      ${creditNotes}`,
    result: sql`select guid, id from paid`,
  };
}
