import { NOTE_END } from '../../domain/invoices/claims.ts';
import { decimal, divide, fixed2 } from '../../domain/values/money.ts';
import { isOwedSql } from '../../kernel/database/invoice-status-sql.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { ClaimPayment } from '../../kernel/ports/ports.ts';
import { paymentNoteSql } from '../invoices/records/ledger-write-store.ts';

// Every update names the state that it expects. A job that runs twice, or a bank that reports the same thing twice, then
// changes nothing the second time: the result is empty, and the operation refuses it.

export function recordClaimStatement(
  accountId: number,
  invoiceGuid: string,
  claimId: string,
  now: Date,
): Sql {
  return sql`
    update invoices set claim_id = ${claimId}, claim_status = 'sent', claim_error = '', updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and status = 'Sent' and claim_status = ''
    returning guid, id`;
}

export function dropClaimStatement(accountId: number, invoiceGuid: string, now: Date): Sql {
  return sql`
    update invoices set claim_status = 'cancel', updated_at = ${now}, claim_error = coalesce(${paymentNoteSql}, '')
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status = 'sent' returning guid, id`;
}

/** A claim is followed again only while its invoice is unpaid. */
export function reviveClaimStatement(accountId: number, invoiceGuid: string, now: Date): Sql {
  return sql`
    update invoices i set claim_status = 'sent', updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status = 'cancel' and ${isOwedSql}
    returning guid, id`;
}

/** Stores why the bank refused, once for as long as the reason is the same. What is said of payments stays before it. */
export function noteClaimStatement(accountId: number, invoiceGuid: string, note: string, now: Date): Sql {
  const noted = sql`concat_ws(${NOTE_END}, ${paymentNoteSql}, nullif(${note}::text, ''))`;
  return sql`
    update invoices set claim_error = ${noted}, updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status in ('', 'sent') and claim_error <> ${noted}
    returning guid, id`;
}

export function collectClaimStatement(accountId: number, invoiceGuid: string, today: string, now: Date): Sql {
  return sql`
    update invoices set status = 'Collection', updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status = 'sent' and status = 'Sent'
      and settlement_date < ${today}
    returning guid, id`;
}

/** What the bank reports of a claim. */
export interface ClaimNews {
  claimId: string;
  /** Nothing of the claim is left to pay. */
  closes: boolean;
  /** A payment that was not known, and what a person must do about it; empty: nothing. */
  payment?: ClaimPayment;
  note?: string;
}

/** The claim after a payment, for the statement that settles the invoice by it. The five amounts add up its payments, in the currency of the claim. */
export function claimNewsSql({ claimId, closes, payment, note = '' }: ClaimNews): Sql {
  const closed = closes ? sql`, claim_status = 'paid'` : EMPTY;
  const noted =
    note === '' && !closes
      ? EMPTY
      : sql`, claim_error = right(concat_ws('; ', ${paymentNoteSql}, nullif(${note}::text, '')), 1000)`;
  if (!payment) return sql`, claim_id = ${claimId} ${closed}`;
  const { isk } = payment;
  const ofClaim = (sum: string) => (isk ? fixed2(divide(decimal(sum), decimal(isk.rate))) : sum);
  return sql`, claim_id = ${claimId} ${closed} ${noted},
    capital_gains_tax = capital_gains_tax + ${ofClaim(payment.capitalGainsTax)}::numeric,
    other_default_costs_amount = other_default_costs_amount + ${ofClaim(payment.otherDefaultCosts)}::numeric,
    default_charge_amount = default_charge_amount + ${ofClaim(payment.defaultCharge)}::numeric,
    default_interest_amount = default_interest_amount + ${ofClaim(payment.defaultInterest)}::numeric,
    bank_transaction_amount = bank_transaction_amount + ${ofClaim(payment.transactionAmount)}::numeric`;
}

/** The same where the payment settles nothing of the invoice: only the claim changes. */
export function claimNewsCte(accountId: number, invoiceId: number, news: ClaimNews, now: Date): Sql {
  return sql`claim_paid as (
    update invoices set updated_at = ${now} ${claimNewsSql(news)} where account_id = ${accountId} and id = ${invoiceId})`;
}
