import { asGiven, conflict, input, notFound } from './entry.ts';

/** The failures of payments and write-offs; see `failure.ts`. */
export const PAYMENT_FAILURES = {
  payment_not_found: notFound('No payment found'),
  allocation_exceeds_remaining: conflict(
    (invoice: string, fits: string) =>
      `What is left to settle of ${invoice} is ${fits}; allocate no more than that, and the rest stays as credit`,
  ),
  allocations_exceed_payment: input(
    (allocated: string, available: string) =>
      `The allocations add up to ${allocated}, but the payment has ${available} for them; send a larger amount or smaller allocations`,
  ),
  currency_mismatch: input(
    (invoice: string, currency: string, paid: string) =>
      `${invoice} is in ${currency} and the payment in ${paid}; send both amounts of the allocation: amount in ${currency} and paid in ${paid}`,
  ),
  invoice_not_payable: conflict(
    asGiven,
    'The document takes no such payment: a draft, a cancelled invoice, or a credit note for money that came in',
  ),
  payment_reversed: conflict('This payment was reversed and cannot be changed; record a new one'),
  payment_from_bank_line: conflict(
    'This payment was booked from a line of the bank; unbook that line instead',
  ),
  amount_exceeds_credit: conflict(
    (credit: string) => `The credit that is left is ${credit}; no more than that can be used or paid back`,
  ),
  credit_already_used: conflict(
    (guids: string) =>
      `What this payment left as credit was used or paid back already; reverse first: ${guids}`,
  ),
  not_written_off: conflict('This invoice is not written off'),
} as const;
