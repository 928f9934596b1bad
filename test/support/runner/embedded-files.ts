/**
 * The test files that a complete run executes on the embedded database as well: those about what the two databases
 * do differently (start, crash, recovery, locks, backup, sorting), and those with cases for each. Every statement
 * of the other files is planned on the embedded database at the end of the run (statement-proof.ts).
 * `npm test -- --all` runs every file on both databases.
 */
export const EMBEDDED_FILES: RegExp[] = [
  /^test\/(faults|commands|adapters)\//,
  /^test\/contract\/(runner|schema|tables)\./,
  /^test\/surfaces\/smoke\./,
  // Each database has its own seed or its own cases.
  /^test\/surfaces\/credential\/(cost-reading|credit-rules|lists|recurring|reports-random)\./,
];
