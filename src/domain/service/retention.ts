/** For how many days records are kept that the books do not need; everything else is kept as long as the account. */
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

export type Retained = keyof typeof RETENTION_DAYS;
