/** The failures of payments and write-offs; see `failure.ts`. */
export const PAYMENT_FAILURES = {
  payment_not_found: { kind: 'not_found', message: 'No payment found' },
  allocation_exceeds_remaining: {
    kind: 'conflict',
    message: (invoice: string, fits: string) =>
      `What is left to settle of ${invoice} is ${fits}; allocate no more than that, and the rest stays as credit`,
  },
  allocations_exceed_payment: {
    kind: 'input',
    message: (allocated: string, available: string) =>
      `The allocations add up to ${allocated}, but the payment has ${available} for them; send a larger amount or smaller allocations`,
  },
  currency_mismatch: {
    kind: 'input',
    message: (invoice: string, currency: string, paid: string) =>
      `${invoice} is in ${currency} and the payment in ${paid}; send both amounts of the allocation: amount in ${currency} and paid in ${paid}`,
  },
  invoice_not_payable: {
    kind: 'conflict',
    message: (why: string) => why,
    about:
      'The document takes no such payment: a draft, a cancelled invoice, or a credit note for money that came in',
  },
  payment_reversed: {
    kind: 'conflict',
    message: 'This payment was reversed and cannot be changed; record a new one',
  },
  payment_from_bank_line: {
    kind: 'conflict',
    message: 'This payment was booked from a line of the bank; unbook that line instead',
  },
  amount_exceeds_credit: {
    kind: 'conflict',
    message: (credit: string) =>
      `The credit that is left is ${credit}; no more than that can be used or paid back`,
  },
  credit_already_used: {
    kind: 'conflict',
    message: (guids: string) =>
      `What this payment left as credit was used or paid back already; reverse first: ${guids}`,
  },
  not_written_off: { kind: 'conflict', message: 'This invoice is not written off' },
} as const;
