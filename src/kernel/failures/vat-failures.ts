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
  period_not_locked: { kind: 'conflict', message: (period: string) => `The period ${period} is not locked` },
} as const;
