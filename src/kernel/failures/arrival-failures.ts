/** The failures of exports and imports of whole accounts and lists; see `failure.ts`. */
export const ARRIVAL_FAILURES = {
  account_export_not_found: { kind: 'not_found', message: 'No export of this account found' },
  account_export_not_ready: {
    kind: 'conflict',
    message: 'This export has no file yet; ask get-export until its state is ready',
  },
} as const;
