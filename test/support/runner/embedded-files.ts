/**
 * The test files that a complete run executes on the embedded database as well: those about what the two databases
 * do differently (locks, connections, shutdown, jobs within transactions, schema, sorting, upper and lower case). Tests
 * that are about the embedded database alone start it themselves. Every statement of the other files is planned on it at
 * the end of the run (statement-proof.ts). `npm test -- --all` runs every file on both databases.
 */
export const EMBEDDED_FILES: RegExp[] = [
  /^test\/faults\/(books-upgrade|job-retries|numbers|shutdown|sold-out|stored-calls|transactional-jobs)\./,
  /^test\/contract\/(runner|schema|tables)\./,
  /^test\/kernel\/database\/(connections|partitions|statement-batches)\./,
  /^test\/surfaces\/(sign-in-names|smoke)\./,
  // Each database has books of its own seed.
  /^test\/surfaces\/credential\/reports-random\./,
];
