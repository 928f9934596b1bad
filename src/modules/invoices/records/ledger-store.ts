import { anyGuid, anyId } from '../../../kernel/database/any-of.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, emptyRow, type RowOf, row } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { allocations, invoices, payments } from './tables.ts';

// What payments read and change of invoices. Every write locks the invoices that it settles, in the order of their ids, and
// computes what becomes of them from the locked rows. The last statement stores that as it was computed.

const ledgerNote = invoices.pick(
  'id',
  'guid',
  'number',
  'status',
  'amount',
  'refund_amount',
  'paid_amount',
  'mark_paid',
  'paid_on',
  'refer_id',
);
export type LedgerNote = RowOf<typeof ledgerNote>;

const ledgerColumns = invoices.pick(
  'id',
  'guid',
  'number',
  'kind',
  'status',
  'amount',
  'currency',
  'exchange_rate',
  'credited_amount',
  'credited',
  'paid_amount',
  'refund_amount',
  'paid_on',
  'issue_date',
  'due_date',
  'written_off_on',
  'written_off_amount',
  'mark_paid',
  'customer_id',
  'is_claim',
  'claim_id',
  'claim_status',
  'is_payment_link',
  'payment_fee',
);
const ledgerRow = ledgerColumns.with({
  buyer_name: col.text(),
  /** The e-mail address of the customer; empty where there is none. */
  email: col.text(),
});
export interface LedgerInvoice extends RowOf<typeof ledgerRow> {
  /** Its credit notes, in the order in which they were issued. */
  notes: readonly LedgerNote[];
}

/** The figures of an invoice, without a lock. */
export type LedgerState = RowOf<typeof ledgerRow>;

const ledgerSelect = sql`${ledgerColumns.list('i')}, i.buyer ->> 'name' as buyer_name, coalesce(i.buyer ->> 'email', '') as email`;

export function findLedgerInvoice(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<LedgerState | null> {
  return db.find(
    ledgerRow,
    sql`select ${ledgerSelect} from invoices i where i.account_id = ${accountId} and i.guid = ${guid}`,
  );
}

/** Locks the invoices or credit notes that the condition on `i` names, and the notes of these invoices. */
async function lockLedger(tx: Queryable, accountId: number, condition: Sql): Promise<LedgerInvoice[]> {
  const found = await tx.query(
    ledgerRow,
    sql`select ${ledgerSelect} from invoices i where i.account_id = ${accountId} and ${condition} order by i.id for update`,
  );
  const credited = found.filter(
    ({ kind, credited_amount }) => kind === 'invoice' && Number(credited_amount) !== 0,
  );
  const ids = credited.map(({ id }) => id);
  const notes =
    ids.length === 0
      ? []
      : await tx.query(
          ledgerNote,
          sql`select ${ledgerNote.list()} from invoices
            where account_id = ${accountId} and refer_id = ${anyId(ids)} and status <> 'Draft'
            order by id for update`,
        );
  return found.map((one) => ({ ...one, notes: notes.filter(({ refer_id }) => refer_id === one.id) }));
}

export function lockInvoicesByGuid(
  tx: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<LedgerInvoice[]> {
  return lockLedger(tx, accountId, sql`i.guid = ${anyGuid(guids)}`);
}

export function lockInvoicesById(
  tx: Queryable,
  accountId: number,
  ids: readonly number[],
): Promise<LedgerInvoice[]> {
  return lockLedger(tx, accountId, sql`i.id = ${anyId(ids)}`);
}

/** What a customer owes in one currency. */
export function lockOpenInvoices(
  tx: Queryable,
  accountId: number,
  customerId: number,
  currency: string,
): Promise<LedgerInvoice[]> {
  return lockLedger(
    tx,
    accountId,
    sql`i.customer_id = ${customerId} and i.currency = ${currency} and i.kind = 'invoice'
      and i.status in ('Sent', 'Collection') and i.written_off_on is null`,
  );
}

/** Credit notes of a customer of which something is still to be paid back. */
export function lockNotesWithCredit(
  tx: Queryable,
  accountId: number,
  customerId: number,
  currency: string,
): Promise<LedgerInvoice[]> {
  return lockLedger(
    tx,
    accountId,
    sql`i.customer_id = ${customerId} and i.currency = ${currency} and i.kind = 'credit'
      and i.refund_amount > i.paid_amount`,
  );
}

/**
 * Lets one write at a time take the credit of a customer. Such a write locks an invoice with its notes, and then notes of
 * other invoices, which another one could hold that waits for these.
 */
export function lockCreditOfCustomer(tx: Queryable, accountId: number, customerId: number): Promise<void> {
  return lockCreditBy(tx, accountId, sql`${customerId}::bigint`);
}

/** The same for the customer of an invoice, before the invoice is locked. */
export function lockCreditFor(tx: Queryable, accountId: number, invoiceGuid: string): Promise<void> {
  return lockCreditBy(
    tx,
    accountId,
    sql`(select customer_id from invoices where account_id = ${accountId} and guid = ${invoiceGuid})`,
  );
}

async function lockCreditBy(tx: Queryable, accountId: number, customer: Sql): Promise<void> {
  await tx.query(
    emptyRow,
    sql`select from (select ${customer} as id) customer
      cross join lateral pg_advisory_xact_lock(hashtextextended('credit ' || ${accountId}::bigint || ' ' || customer.id, 0))`,
  );
}

const lockedPayment = payments.omit('account_id');
export type LockedPayment = RowOf<typeof lockedPayment>;

export function lockPayment(tx: Queryable, accountId: number, guid: string): Promise<LockedPayment | null> {
  return tx.find(
    lockedPayment,
    sql`select ${lockedPayment.list()} from payments where account_id = ${accountId} and guid = ${guid} for update`,
  );
}

/** Payments of a customer of which something is left. */
export function lockPaymentsWithCredit(
  tx: Queryable,
  accountId: number,
  customerId: number,
  currency: string,
): Promise<LockedPayment[]> {
  return tx.query(
    lockedPayment,
    sql`select ${lockedPayment.list()} from payments
      where account_id = ${accountId} and customer_id = ${customerId} and currency = ${currency}
        and unallocated > 0 and reversed_on is null order by id for update`,
  );
}

const allocationRow = allocations.pick('payment_id', 'invoice_id', 'from_payment_id', 'amount', 'paid');
export type AllocationRow = RowOf<typeof allocationRow>;

/** What a payment settles, or what it took of credits. */
export function listAllocations(
  tx: Queryable,
  accountId: number,
  paymentId: number,
): Promise<AllocationRow[]> {
  return tx.query(
    allocationRow,
    sql`select ${allocationRow.list()} from allocations
      where account_id = ${accountId} and payment_id = ${paymentId} order by id`,
  );
}

const creditUse = row({
  guid: payments.columns.guid,
  direction: payments.columns.direction,
  amount: col.numeric(),
});

/** The payments that have paid back or applied what was left of a payment, or of the credit notes. */
export function listCreditUses(
  tx: Queryable,
  accountId: number,
  { paymentId, noteIds }: { paymentId: number | null; noteIds: readonly number[] },
) {
  return tx.query(
    creditUse,
    sql`select p.guid, p.direction, a.amount from allocations a
      join payments p on p.account_id = a.account_id and p.id = a.payment_id
      where a.account_id = ${accountId} and p.reversed_on is null
        and (a.from_payment_id = ${paymentId} or a.invoice_id = any(${noteIds}::bigint[])) order by a.id`,
  );
}

const otherPayments = row({
  invoice_id: col.bigint(),
  paid_on: col.date().nullable(),
  /** Its claim was in collection at some time. */
  was_collected: col.boolean(),
});

/** The day of the last payment of each invoice but for one payment, for what becomes of it without that one. */
export function listOtherPaymentDays(
  tx: Queryable,
  accountId: number,
  invoiceIds: readonly number[],
  exceptPaymentId: number,
) {
  return tx.query(
    otherPayments,
    sql`select i.id as invoice_id, (
          select max(p.paid_on) from allocations a
          join payments p on p.account_id = a.account_id and p.id = a.payment_id
          where a.account_id = i.account_id and a.invoice_id = i.id and a.payment_id <> ${exceptPaymentId}
            and p.reversed_on is null) as paid_on,
        exists (select from invoice_events e
          where e.account_id = i.account_id and e.invoice_id = i.id and e.event = 'collection') as was_collected
      from invoices i where i.account_id = ${accountId} and i.id = ${anyId(invoiceIds)}`,
  );
}
