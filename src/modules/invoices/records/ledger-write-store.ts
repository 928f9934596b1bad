import { NOTE_END, PAYMENT_NOTE } from '../../../domain/invoices/claims.ts';
import type { AccountingStatus, InvoiceStatus } from '../../../domain/invoices/invoice-states.ts';
import { REPORTED_SOURCES } from '../../../domain/payments/payment.ts';
import { col } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { Insert, NewRow } from '../../../kernel/database/table.ts';
import type { LedgerState } from './ledger-store.ts';
import { allocations, invoices, payments } from './tables.ts';

// Each write has locked what it changes, and has computed what becomes of it: these steps store it.

/** The answer of a write that returns the guid and the id of the invoice. */
export function selectInvoiceIds({ guid, id }: Pick<LedgerState, 'guid' | 'id'>): Sql {
  return sql`select ${guid}::uuid as guid, ${id}::bigint as id`;
}

/** What payments and credit notes make of an invoice or credit note. */
export interface InvoiceSettlement {
  id: number;
  status: InvoiceStatus;
  paid_amount: string;
  refund_amount: string;
  paid_on: string | null;
  /** How it was paid; null leaves what the invoice says. */
  method_payment?: number | null;
}

/**
 * Stores what was computed for locked documents: those that a payment settles, in the CTE `settled`, and the credit notes
 * that follow their invoice. `more` are further assignments for the first, where the news of a bank or provider has them.
 */
export function settleInvoicesCtes(
  accountId: number,
  documents: readonly InvoiceSettlement[],
  notes: readonly InvoiceSettlement[],
  now: Date,
  more: Sql = EMPTY,
): Sql {
  const settled = sql`settled as (${updateSettled(accountId, documents, now, more)} returning invoices.id, invoices.guid)`;
  return notes.length === 0
    ? settled
    : sql`${settled}, settled_notes as (${updateSettled(accountId, notes, now, EMPTY)})`;
}

/** The notice about a payment of the claim for a person, which later reports keep; null where there is none. */
export const paymentNoteSql = sql`case when starts_with(claim_error, ${PAYMENT_NOTE})
  then split_part(claim_error, ${NOTE_END}, 1) end`;

/** The bank has cancelled the claim of the invoice; for `more` of `settleInvoicesCtes`. */
export const claimCancelled = sql`, claim_status = 'cancel', claim_error = coalesce(${paymentNoteSql}, '')`;

function updateSettled(
  accountId: number,
  settlements: readonly InvoiceSettlement[],
  now: Date,
  more: Sql,
): Sql {
  return sql`update invoices set status = new.status, paid_amount = new.paid_amount, refund_amount = new.refund_amount,
      paid_on = new.paid_on, method_payment = coalesce(new.method_payment, invoices.method_payment), updated_at = ${now} ${more}
    from jsonb_to_recordset(${JSON.stringify(settlements)}::jsonb)
      as new (id bigint, status text, paid_amount numeric, refund_amount numeric, paid_on date, method_payment smallint)
    where invoices.account_id = ${accountId} and invoices.id = new.id`;
}

export type PaymentRecord = Omit<Insert<typeof payments.columns>, 'account_id'>;

export interface AllocationRecord {
  invoice_id: number | null;
  from_payment_id: number | null;
  amount: string;
  paid: string;
  exchange_difference: string;
}

/** Inserts a payment and its allocations; the CTE `payment` has its id. */
export function insertPaymentCtes(
  accountId: number,
  payment: PaymentRecord,
  allocated: readonly AllocationRecord[],
): Sql {
  const record = { account_id: accountId, ...payment, late: isLate(accountId, payment) };
  const inserted = sql`payment as (${payments.insert(record)} returning id, guid)`;
  if (allocated.length === 0) return inserted;
  return sql`${inserted}, ${insertAllocationsCte(accountId, sql`payment.id`, allocated)} cross join payment)`;
}

/** Inserts several payments with their allocations, which name their payment by its guid. */
export function insertPaymentsCtes(
  accountId: number,
  records: readonly PaymentRecord[],
  allocated: readonly (AllocationRecord & { payment_guid: string })[],
): Sql {
  const late = sql`record.source = any(${REPORTED_SOURCES}::text[]) and is_locked_day(${accountId}, record.paid_on)`;
  const shared = { account_id: accountId, late };
  return sql`payment as (${payments.insertEach(shared, records)} returning id, guid),
    allocated as (
      insert into allocations (account_id, payment_id, invoice_id, from_payment_id, amount, paid, exchange_difference)
      select ${accountId}, payment.id, one.invoice_id, one.from_payment_id, one.amount, one.paid, one.exchange_difference
      from jsonb_to_recordset(${JSON.stringify(allocated)}::jsonb)
        as one (payment_guid uuid, invoice_id bigint, from_payment_id bigint, amount numeric, paid numeric, exchange_difference numeric)
      join payment on payment.guid = one.payment_guid)`;
}

/** Money that a bank or provider reports for a day of a locked period is recorded and marked. */
function isLate(accountId: number, { source, paid_on }: PaymentRecord): Sql | false {
  return REPORTED_SOURCES.some((one) => one === source) && sql`is_locked_day(${accountId}, ${paid_on}::date)`;
}

function insertAllocationsCte(
  accountId: number,
  paymentId: Sql,
  allocated: readonly AllocationRecord[],
): Sql {
  return sql`allocated as (${allocations.insertEach({ account_id: accountId, payment_id: paymentId }, allocated)}`;
}

/** Replaces what a payment is allocated to. */
export function replaceAllocationsCtes(
  accountId: number,
  paymentId: number,
  allocated: readonly AllocationRecord[],
  { unallocated }: { unallocated: string },
): Sql {
  const removed = sql`removed as (
      delete from allocations where account_id = ${accountId} and payment_id = ${paymentId}),
    payment as (${payments.update({ unallocated })} where account_id = ${accountId} and id = ${paymentId})`;
  if (allocated.length === 0) return removed;
  return sql`${removed}, ${insertAllocationsCte(accountId, sql`${paymentId}`, allocated)})`;
}

/** The payment that comes with the document of this guid, which the same statement stores. */
export type PaymentAtIssue = Omit<NewRow<typeof payments>, 'account_id' | 'customer_id' | 'recorded_at'> & {
  recorded_at: Date;
  accounting_status?: AccountingStatus;
  document: string;
};

/** The payments of documents that are stored by the CTE `source` of the same statement. */
export function paidAtIssueCtes(accountId: number, paid: readonly PaymentAtIssue[], source: Sql): Sql {
  if (paid.length === 0) return EMPTY;
  const ofDocument = sql`join ${source} on ${source}.guid = record.document`;
  const shares = paid.map(({ guid: payment, document, amount }) => ({
    ...{ amount, paid: amount },
    ...{ payment, document },
  }));
  const share = {
    account_id: accountId,
    payment_id: sql`payment.id`,
    invoice_id: sql`${source}.id`,
    from_payment_id: null,
  };
  const shared = { account_id: accountId, customer_id: sql`${source}.customer_id` };
  return sql`, payment as (
      ${payments.insertEach(shared, paid, { document: col.uuid() })} ${ofDocument} returning id, guid),
    allocated as (
      ${allocations.insertEach(share, shares, { payment: col.uuid(), document: col.uuid() })} ${ofDocument}
      join payment on payment.guid = record.payment)`;
}

/** Reversed payments leave no credit. */
export function reversePaymentsCte(
  accountId: number,
  paymentIds: readonly number[],
  reversedOn: string,
  reason: string,
): Sql {
  const changes = { reversed_on: reversedOn, reversal_reason: reason, unallocated: '0' };
  return sql`reversed as (
    ${payments.update(changes)} where account_id = ${accountId} and id = any(${paymentIds}::bigint[]) and reversed_on is null returning id)`;
}

/** What the card provider says of payments by link after they came in; a fee that is null stays as it is. */
export interface ProviderFees {
  payout: string;
  payments: readonly { reference: string; fee: string | null }[];
}

/** Answers one of the payments of which it says something new. */
export function settleFeesStatement(accountId: number, { payout, payments: told }: ProviderFees) {
  const ctes = sql`changed as (
    update payments p set acquirer_fee = new.fee, payout = new.payout
    from payments old
    join jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (reference text, fee numeric)
      on told.reference = old.reference
    cross join lateral (
      select least(coalesce(told.fee, old.acquirer_fee), old.amount) as fee,
        coalesce(nullif(${payout}::text, ''), old.payout) as payout) new
    where old.account_id = ${accountId} and old.source = 'payment_link' and old.reversed_on is null
      and p.account_id = old.account_id and p.id = old.id
      and (p.acquirer_fee, p.payout) is distinct from (new.fee, new.payout)
    returning p.guid, p.id)`;
  return { ctes, result: sql`select guid, id from changed order by id limit 1` };
}

/** Gives the remainder of an invoice up as lost, or takes that back; `writtenOffOn` is null then. */
export function writeOffStatement(
  accountId: number,
  id: number,
  {
    writtenOffOn,
    amount,
    reason,
    now,
  }: { writtenOffOn: string | null; amount: string; reason: string; now: Date },
): Sql {
  const changes = {
    written_off_on: writtenOffOn,
    written_off_amount: amount,
    write_off_reason: reason,
    updated_at: now,
  };
  return sql`written_off as (${invoices.update(changes)} where account_id = ${accountId} and id = ${id})`;
}

export function setPaymentAccountingCte(
  accountId: number,
  id: number,
  changes: { accounting_status: AccountingStatus; accounting_message: string },
): Sql {
  return sql`changed as (${payments.update(changes)} where account_id = ${accountId} and id = ${id})`;
}

export interface CreditTaken {
  /** Positive: that much less is left of the payment. */
  taken: string;
  paymentId: number;
}

/** Takes what a payment has left, or gives it back; the CTE `credit_taken`. */
export function takeCreditCte(accountId: number, taken: readonly CreditTaken[]): Sql {
  if (taken.length === 0) return EMPTY;
  return sql`credit_taken as (
    update payments set unallocated = unallocated - used.taken
    from jsonb_to_recordset(${JSON.stringify(taken.map(({ taken: amount, paymentId }) => ({ id: paymentId, taken: amount })))}::jsonb)
      as used (id bigint, taken numeric)
    where payments.account_id = ${accountId} and payments.id = used.id)`;
}
