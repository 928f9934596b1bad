/** The failures of settlement periods of VAT; see `failure.ts`. */
export const VAT_FAILURES = {
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
