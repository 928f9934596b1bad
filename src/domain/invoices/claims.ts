import type { PlainDate } from '../values/dates.ts';
import { currencyPlaces, type Decimal, decimal, divide, fixed2, ZERO } from '../values/money.ts';
import { payableAmount } from './payments.ts';

/** The three values that identify a claim at a bank: claimant, claim account and due date. */
interface ClaimKey {
  claimantId: string;
  account: string;
  dueDate: PlainDate;
}

/** The code of a claim template at a bank (IOBWS). */
export const CLAIM_TEMPLATE_CODE = /^[0-9A-Z]{3}$/;

/** The versions of IOBWS Claims that banks serve. */
export const CLAIMS_VERSIONS = ['3.1', '3.2'] as const;
export type ClaimsVersion = (typeof CLAIMS_VERSIONS)[number];

/** From 3.2 on banks say at which rate a claim in another currency than ISK is paid. */
export function hasCurrencies(version: ClaimsVersion): boolean {
  return version === '3.2';
}

const YEARS_TO_EXPIRY = 4;

/** The day on which a claim lapses: the end of the fourth year after the final due date. */
export function expirationDate(finalDueDate: PlainDate): PlainDate {
  return `${Number(finalDueDate.slice(0, 4)) + YEARS_TO_EXPIRY}-12-31`;
}

const LEDGER = '66';
const NUMBER_DIGITS = 6;

/**
 * The twelve digits of a claim: the bank of the seller's account, ledger 66, and the last digits of the invoice
 * number. Two claims collide only if a million invoices of one seller are due on the same day.
 */
export function claimAccount(bankAccount: string, invoiceNumber: string): string {
  const bank = bankAccount.slice(0, 4).padStart(4, '0');
  return `${bank}${LEDGER}${invoiceNumber.slice(-NUMBER_DIGITS).padStart(NUMBER_DIGITS, '0')}`;
}

/**
 * The claim's id at the bank. It is derived from the key, so it is known before the claim exists and a retry can
 * look it up.
 */
export function claimIdOf({ claimantId, account, dueDate }: ClaimKey): string {
  return `${claimantId}${account}+${dueDate.replaceAll('-', '')}`;
}

/** What has reduced an invoice since its claim was sent; null: nothing. */
export type LoweredBy = 'a credit note' | 'another payment' | null;

interface PaidClaim {
  isSettled: boolean;
  /** The unpaid amount of the invoice, net of its credit notes. */
  remaining: string;
  loweredBy?: LoweredBy;
}

interface Payment {
  paidOn: PlainDate;
  principal: string;
  /** Where a claim in another currency was paid in ISK: what the principal was in ISK. */
  isk?: { principal: string };
}

/** What a share of the principal took of the money: the same sum, or its part of what came in in ISK. */
export function moneyFor(share: Decimal, { principal, isk }: Pick<Payment, 'principal' | 'isk'>): Decimal {
  if (!isk) return share;
  if (share.eq(principal)) return decimal(isk.principal);
  return payableAmount(divide(share.times(isk.principal), decimal(principal)), 'ISK');
}

/** How notes about a payment begin. They stay when the claim is over, and other notes are cleared. */
export const PAYMENT_NOTE = 'The claim was paid at the bank on ';
/** Stands between notes about payments, which never have it, and what the bank says now. */
export const NOTE_END = '. ';

/** What a message says besides notes about payments. */
export function withoutPaymentNotes(message: string): string {
  if (!message.startsWith(PAYMENT_NOTE)) return message;
  return message.split(NOTE_END).slice(1).join(NOTE_END);
}

/** Says that an overpayment at the bank is credit of the customer; empty if the payment was not too high. */
export function overpaymentNote({ isSettled, remaining, loweredBy }: PaidClaim, payment: Payment): string {
  const paymentText = `${PAYMENT_NOTE}${payment.paidOn}`;
  if (isSettled) return `${paymentText}, when the invoice was already settled; ${creditText(ZERO, payment)}`;
  const excess = decimal(payment.principal).minus(decimal(remaining));
  if (excess.lte(0)) return '';
  const why = loweredBy ? `before it was lowered by ${loweredBy}` : 'for more than the invoice is';
  return `${paymentText} ${why}; ${creditText(decimal(remaining), payment)}`;
}

/** Credit is in the currency in which the money came in. */
function creditText(settled: Decimal, payment: Payment): string {
  const amount = decimal(payment.isk?.principal ?? payment.principal).minus(moneyFor(settled, payment));
  return `${fixed2(amount)}${payment.isk ? ' ISK' : ''} of it is credit of the customer now: refund it, or apply it to another invoice`;
}

/** The instruction to collect the rest if the claim was reduced at the bank and then paid short; empty otherwise. */
export function underpaymentNote({ isSettled, remaining }: PaidClaim, payment: Payment): string {
  const shortfall = decimal(remaining).minus(decimal(payment.principal));
  if (isSettled || shortfall.lte(0)) return '';
  return `${PAYMENT_NOTE}${payment.paidOn} for ${fixed2(shortfall)} less than was owed: ask for the rest, or credit it`;
}

/** How a claim whose amount is final differs from what is left of its invoice; empty if by less than can be paid. */
export function differenceNote(asked: string, remaining: string, currency: string): string {
  const difference = decimal(asked).minus(decimal(remaining));
  if (difference.abs().lt(currencyPlaces(currency) === 0 ? '1' : '0.01')) return '';
  const figures = `it asks for ${fixed2(decimal(asked))}, and ${fixed2(decimal(remaining))} is left of the invoice`;
  const advice = difference.gt(0)
    ? 'cancel it at the bank, or refund the difference'
    : 'ask for the rest otherwise';
  return `The bank does not change the claim after a payment: ${figures}; ${advice}`;
}
