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
}

interface Payment {
  paidOn: PlainDate;
  principal: string;
  transactionAmount: string;
}

/** What a person must do after a payment at the bank; empty when it was exactly what was owed. */
export function refundNote({ isSettled, remaining }: PaidClaim, payment: Payment): string {
  if (isSettled) {
    const paid = fixed2(decimal(payment.transactionAmount));
    return `The claim was paid at the bank on ${payment.paidOn}, when the invoice was already settled: refund ${paid} to the payer`;
  }
  const excess = decimal(payment.principal).minus(decimal(remaining));
  if (excess.lte(0)) return '';
  return `The claim was paid at the bank on ${payment.paidOn} before it was lowered by a credit note: refund ${fixed2(excess)} to the payer`;
}
