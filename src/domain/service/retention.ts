/** For how many days records are kept that the books do not need. */
export const RETENTION_DAYS = {
  idempotency_keys: 1,
  delayed_actions: 1,
  proposal_bodies: 1,
  account_exports: 7,
  unused_files: 30,
  sessions: 30,
  invitations: 30,
  fetched_einvoices: 30,
  events: 90,
  webhook_deliveries: 90,
  program_uses: 90,
} as const;

/**
 * For how many years from their day the records are kept that say what was done and sent. The law asks for seven years from the end of the
 * financial year, which may end a year later. An invoice may be dated a year ahead of the day on which its PDF is made.
 * Everything else is kept as long as the account.
 */
export const RETENTION_YEARS = { audit_log: 8, renditions: 9 } as const;

export type Retained = keyof typeof RETENTION_DAYS;
