import { asGiven, busy, conflict, input, notFound } from './entry.ts';

/** The failures of periods, above all of the settlement periods of VAT; see `failure.ts`. */
export const VAT_FAILURES = {
  period_refused: input(
    asGiven,
    'The period is not one of the four that can be asked for; the message lists them',
  ),
  period_locked: conflict(
    (day: string, opened: string) =>
      `${day} is in a VAT period that is locked; the first open date is ${opened}`,
  ),
  period_running: conflict(
    (period: string, from: string) =>
      `The period ${period} is not over yet; it can be locked from ${from} on`,
  ),
  submission_running: conflict(
    (period: string) =>
      `The VAT return of ${period} is on its way to the tax office; get-vat-return says in some minutes what became of it`,
  ),
  submission_not_found: notFound('No submission found'),
  tax_login_required: conflict(
    'The tax office asks for its password (veflykill); send it with set-tax-login first',
  ),
  tax_office_refused: conflict((reason: string) => `The tax office has refused the return: ${reason}`),
  tax_office_unavailable: busy('The tax office does not answer; nothing was submitted, try again later'),
  tax_office_silent: busy(
    'The tax office has not answered, so the return may have arrived or not; the period stays locked until that is known, which get-vat-return says in some minutes',
  ),
  period_not_locked: conflict((period: string) => `The period ${period} is not locked`),
} as const;
