/** The failures of periods, above all of the settlement periods of VAT; see `failure.ts`. */
export const VAT_FAILURES = {
  period_refused: {
    kind: 'input',
    message: (why: string) => why,
    about: 'The period is not one of the four that can be asked for; the message lists them',
  },
  period_locked: {
    kind: 'conflict',
    message: (day: string, opened: string) =>
      `${day} is in a VAT period that is locked; the first open date is ${opened}`,
  },
  period_running: {
    kind: 'conflict',
    message: (period: string, from: string) =>
      `The period ${period} is not over yet; it can be locked from ${from} on`,
  },
  submission_running: {
    kind: 'conflict',
    message: (period: string) =>
      `The VAT return of ${period} is on its way to the tax office; get-vat-return says in some minutes what became of it`,
  },
  submission_not_found: { kind: 'not_found', message: 'No submission found' },
  tax_login_required: {
    kind: 'conflict',
    message: 'The tax office asks for its password (veflykill); send it with set-tax-login first',
  },
  tax_office_refused: {
    kind: 'conflict',
    message: (reason: string) => `The tax office has refused the return: ${reason}`,
  },
  tax_office_unavailable: {
    kind: 'busy',
    message: 'The tax office does not answer; nothing was submitted, try again later',
  },
  tax_office_silent: {
    kind: 'busy',
    message:
      'The tax office has not answered, so the return may have arrived or not; the period stays locked until that is known, which get-vat-return says in some minutes',
  },
  period_not_locked: { kind: 'conflict', message: (period: string) => `The period ${period} is not locked` },
} as const;
