/**
 * The test files that a complete run executes on the embedded database as well. Together they execute every
 * statement that any file executes on PostgreSQL; otherwise the run fails and names the statement.
 * `npm test -- --all` runs every file on both databases.
 */
export const EMBEDDED_FILES: RegExp[] = [
  /^test\/(contract|faults|commands|adapters)\//,
  /^test\/surfaces\/(bounced-mail|payment-webhooks|rate-limits|sign-in|smoke)\./,
  /^test\/surfaces\/pages-(pay|sell-form|sellers|unpaid)\./,
  /^test\/surfaces\/agent\/(costs|invoices|management|records|audit-log)\./,
  /^test\/surfaces\/(oauth\/tokens|operator\/(product-sales|purchases))\./,
  /^test\/surfaces\/console\/(api|logo|mail-texts|own-settings|numbers|previews|record-details|reports)\./,
  /^test\/surfaces\/credential\/(claim-events|cost-lists|dashboard|delivery|einvoices|files|malformed-input)\./,
  /^test\/surfaces\/credential\/(invoice-pdf|items|lists|orders|task-billing|task-images|tasks)\./,
  // Each database has its own seed or its own cases.
  /^test\/surfaces\/credential\/(cost-reading|credit-rules|recurring|reports-random)\./,
];
