import { isOwedSql } from '../../kernel/database/invoice-status-sql.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import type { ClaimPayment } from '../../kernel/ports/ports.ts';

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
    update invoices set claim_status = 'cancel', claim_error = '', updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status = 'sent' returning guid, id`;
}

/** A claim is followed again only while its invoice is unpaid. */
export function reviveClaimStatement(accountId: number, invoiceGuid: string, now: Date): Sql {
  return sql`
    update invoices i set claim_status = 'sent', updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status = 'cancel' and ${isOwedSql}
    returning guid, id`;
}

/** Stores why the bank refused, once for as long as the reason is the same. */
export function noteClaimStatement(accountId: number, invoiceGuid: string, note: string, now: Date): Sql {
  return sql`
    update invoices set claim_error = ${note}, updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status in ('', 'sent') and claim_error <> ${note}
    returning guid, id`;
}

export function collectClaimStatement(accountId: number, invoiceGuid: string, today: string, now: Date): Sql {
  return sql`
    update invoices set status = 'Collection', updated_at = ${now}
    where account_id = ${accountId} and guid = ${invoiceGuid} and claim_status = 'sent' and status = 'Sent'
      and settlement_date < ${today}
    returning guid, id`;
}

export interface PaidClaim {
  invoiceId: number;
  claimId: string;
  payment: ClaimPayment;
  /** What a person must do about the payment; empty: nothing. */
  note: string;
}

/** The five amounts of the bank's payment, for the statement that settles the invoice by it. */
export function paidClaimSql({ claimId, payment, note }: PaidClaim): Sql {
  return sql`, claim_id = ${claimId}, claim_status = 'paid', claim_error = ${note},
    capital_gains_tax = ${payment.capitalGainsTax}, other_default_costs_amount = ${payment.otherDefaultCosts},
    default_charge_amount = ${payment.defaultCharge}, default_interest_amount = ${payment.defaultInterest},
    bank_transaction_amount = ${payment.transactionAmount}`;
}

/** The same where the invoice was settled in another way before: only the claim becomes paid. */
export function paidClaimCte(accountId: number, paid: PaidClaim, now: Date): Sql {
  return sql`claim_paid as (
    update invoices set updated_at = ${now} ${paidClaimSql(paid)} where account_id = ${accountId} and id = ${paid.invoiceId})`;
}
