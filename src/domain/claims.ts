import type { PlainDate } from './dates.ts';
import { decimal, fixed2 } from './money.ts';

/** What tells one claim from all others at a bank: who collects, the claim's own account number, and the due date. */
export interface ClaimKey {
  claimantId: string;
  account: string;
  dueDate: PlainDate;
}

const LEDGER = '66';
const NUMBER_DIGITS = 6;

/**
 * The twelve digits of a claim: the bank of the seller's account, ledger 66, and the end of the invoice number.
 * A seller has used up the numbers only with a million invoices that are due on the same day.
 */
export function claimAccount(bankAccount: string, invoiceNumber: string): string {
  const bank = bankAccount.slice(0, 4).padStart(4, '0');
  return `${bank}${LEDGER}${invoiceNumber.slice(-NUMBER_DIGITS).padStart(NUMBER_DIGITS, '0')}`;
}

/** The key as one text, which is the claim's id at the bank. It is known before the claim is made. */
export function claimIdOf({ claimantId, account, dueDate }: ClaimKey): string {
  return `${claimantId}${account}+${dueDate.replaceAll('-', '')}`;
}

interface PaidClaim {
  isSettled: boolean;
  /** What was left to pay of the invoice after its credit notes. */
  remaining: string;
  /** False where there are no credit notes that could have lowered it. */
  isLowered?: boolean;
}

interface Payment {
  paidOn: PlainDate;
  principal: string;
  transactionAmount: string;
}

/** What a person must send back after a payment at the bank; empty when it was not more than was owed. */
export function refundNote({ isSettled, remaining, isLowered = true }: PaidClaim, payment: Payment): string {
  const came = `The claim was paid at the bank on ${payment.paidOn}`;
  if (isSettled) {
    const paid = fixed2(decimal(payment.transactionAmount));
    return `${came}, when the invoice was already settled: refund ${paid} to the payer`;
  }
  const excess = decimal(payment.principal).minus(decimal(remaining));
  if (excess.lte(0)) return '';
  const why = isLowered ? 'before it was lowered by a credit note' : 'for more than the invoice is';
  return `${came} ${why}: refund ${fixed2(excess)} to the payer`;
}

/** What is missing where the claim was lowered at the bank itself, and paid as it was then; else empty. */
export function shortNote({ isSettled, remaining }: PaidClaim, payment: Payment): string {
  const missing = decimal(remaining).minus(decimal(payment.principal));
  if (isSettled || missing.lte(0)) return '';
  return `The claim was paid at the bank on ${payment.paidOn} for ${fixed2(missing)} less than was owed: ask for the rest, or credit it`;
}
