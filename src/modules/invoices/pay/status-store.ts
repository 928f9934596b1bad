import { isOwedSql } from '../../../kernel/database/invoice-status-sql.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { ClaimPayment } from '../../../kernel/ports/ports.ts';
import { billTasksCtes } from '../../tasks/billing-store.ts';
import type { InvoiceState } from '../read/invoice-store.ts';

interface Ending {
  ctes: Sql;
  result: Sql;
}

/** Pays the invoice as it was seen, and settles the credit notes that were waiting for that. */
export function payInvoice(accountId: number, seen: InvoiceState, today: string, now: Date): Ending {
  return {
    ctes: sql`
      paid as (
        update invoices set status = 'Paid', paid_on = ${today}, updated_at = ${now},
          claim_status = case when claim_status = 'sent' then 'cancel' else claim_status end
        where account_id = ${accountId} and id = ${seen.id} and status = ${seen.status}
          and claim_id = ${seen.claim_id} and claim_status = ${seen.claim_status}
        returning id, guid),
      ${settledNotes(accountId, today, now)}`,
    result: sql`select guid, id from paid`,
  };
}

export interface PaidClaim {
  invoiceGuid: string;
  claimId: string;
  payment: ClaimPayment;
  /** Settled before in another way: it stays as it is, and only the claim is told to be paid. */
  isSettled: boolean;
  /** What a person should know of it. */
  note: string;
}

/** The bank was paid: the claim's five amounts come with it. */
export function payClaim(accountId: number, paid: PaidClaim, now: Date): Ending {
  const { payment } = paid;
  const settling = paid.isSettled ? EMPTY : sql`status = 'Paid', paid_on = ${payment.paidOn},`;
  const notes = paid.isSettled ? EMPTY : sql`, ${settledNotes(accountId, payment.paidOn, now)}`;
  return {
    ctes: sql`
      paid as (
        update invoices set ${settling} claim_id = ${paid.claimId}, claim_status = 'paid', claim_error = ${paid.note},
          capital_gains_tax = ${payment.capitalGainsTax}, other_default_costs_amount = ${payment.otherDefaultCosts},
          default_charge_amount = ${payment.defaultCharge}, default_interest_amount = ${payment.defaultInterest},
          bank_transaction_amount = ${payment.transactionAmount}, updated_at = ${now}
        where account_id = ${accountId} and guid = ${paid.invoiceGuid} and claim_status in ('', 'sent')
        returning id, guid)
      ${notes}`,
    result: sql`select guid, id from paid`,
  };
}

export function settledNotes(accountId: number, today: string, now: Date): Sql {
  return sql`settled_notes as (
    update invoices set status = 'Paid', paid_on = ${today}, updated_at = ${now}
    from paid
    where invoices.account_id = ${accountId} and invoices.refer_id = paid.id and invoices.status = 'Sent')`;
}

export interface DraftTasks {
  /** By id, those whose time it bills. */
  billed: readonly number[];
  /** By guid, those that its lines forget. */
  dropped: readonly string[];
}

/**
 * An issue date that has passed since the draft was saved gives way to today; the due dates move with it, and a rate
 * that was the table's becomes that of today. A date that had passed already when it was saved was meant so.
 */
export function issueDraft(
  accountId: number,
  id: number,
  { billed, dropped }: DraftTasks,
  today: string,
  now: Date,
): Ending {
  return {
    ctes: sql`
      counter as (
        update counters set last = last + 1 where account_id = ${accountId} and series = 'invoice' returning last),
      late as (
        select ${today}::date - issue_date as days,
          case when exchange_rate = ${rateOn(sql`issue_date`)} then ${rateOn(sql`${today}::date`)} end as rate
        from invoices
        where account_id = ${accountId} and id = ${id} and issue_date < ${today}
          and issue_date >= (created_at at time zone 'UTC')::date),
      issued as (
        update invoices set status = 'Sent', number = counter.last, accounting_status = 'Created', updated_at = ${now},
          issue_date = issue_date + coalesce((select days from late), 0),
          due_date = due_date + coalesce((select days from late), 0),
          settlement_date = settlement_date + coalesce((select days from late), 0),
          exchange_rate = coalesce((select rate from late), exchange_rate),
          xml_status = case when buyer ->> 'output_select' = '2' then 'queued' else '' end
        from counter where account_id = ${accountId} and id = ${id} and status = 'Draft'
        returning id, guid, number)
      ${dropSteps(accountId, dropped)} ${billTasksCtes(accountId, sql`issued`, billed, now)}`,
    result: sql`select guid, id, number::text from issued`,
  };
}

function rateOn(date: Sql): Sql {
  return sql`(select r.rate from exchange_rates r where r.currency = invoices.currency and r.date <= ${date}
    order by r.date desc limit 1)`;
}

function dropSteps(accountId: number, tasks: readonly string[]): Sql {
  if (tasks.length === 0) return EMPTY;
  return sql`, dropped as (
    update invoice_lines set task_guid = null from issued
    where invoice_lines.account_id = ${accountId} and invoice_id = issued.id and task_guid = any(${tasks}::uuid[]))`;
}

export function recordClaim(accountId: number, invoiceGuid: string, claimId: string, now: Date): Sql {
  return sql`
    update invoices set claim_id = ${claimId}, claim_status = 'sent', claim_error = '', updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and status = 'Sent' and claim_status = ''
    returning guid, id`;
}

export function dropClaim(accountId: number, invoiceGuid: string, now: Date): Sql {
  return sql`
    update invoices set claim_status = 'cancel', claim_error = '', updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status = 'sent' returning guid, id`;
}

/** Only what is still to be paid is followed again. */
export function reviveClaim(accountId: number, invoiceGuid: string, now: Date): Sql {
  return sql`
    update invoices i set claim_status = 'sent', updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status = 'cancel' and ${isOwedSql}
    returning guid, id`;
}

/** Says what went wrong with a claim, once for as long as it is the same. */
export function noteClaim(accountId: number, invoiceGuid: string, note: string, now: Date): Sql {
  return sql`
    update invoices set claim_error = ${note}, updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status in ('', 'sent') and claim_error <> ${note}
    returning guid, id`;
}

export function collectClaim(accountId: number, invoiceGuid: string, today: string, now: Date): Sql {
  return sql`
    update invoices set status = 'Collection', updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status = 'sent' and status = 'Sent'
      and settlement_date < ${today}
    returning guid, id`;
}
