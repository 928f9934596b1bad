/**
 * Seconds of processor time, with that of nodes and browsers, of the test files that take long; every other file takes
 * less. They are begun first, so that all cores are busy to the end. A file that is not known here and takes long only
 * makes the end of the run uneven; `npm test` prints the time of each.
 */
export const SECONDS: Record<string, number> = {
  'test/browser/console-screens.test.ts': 44,
  'test/browser/console-forms.test.ts': 40,
  'test/browser/selling.test.ts': 34,
  'test/faults/crash.test.ts': 33,
  'test/receipts/accuracy.test.ts': 33,
  'test/commands/backup.test.ts': 32,
  'test/faults/flat-memory.test.ts': 30,
  'test/browser/console-keys.test.ts': 29,
  'test/browser/console.test.ts': 26,
  'test/browser/console-many.test.ts': 25,
  'test/browser/console-monkey.test.ts': 24,
  'test/adapters/receipt-reader/bounds.test.ts': 20,
  'test/commands/account-export.test.ts': 20,
  'test/browser/people.test.ts': 18,
  'test/surfaces/credential/cost-files.test.ts': 18,
  'test/faults/shutdown.test.ts': 17,
  'test/browser/agent.test.ts': 15,
  'test/browser/console-faults.test.ts': 15,
  'test/faults/books-upgrade.test.ts': 15,
  'test/contract/dry-run.test.ts': 14,
  'test/faults/database-outage.test.ts': 14,
  'test/surfaces/credential/shop-day.test.ts': 14,
  'test/browser/console-typed.test.ts': 13,
  'test/browser/console-undo.test.ts': 13,
  'test/browser/pages.test.ts': 13,
  'test/browser/settings.test.ts': 13,
  'test/clients/clients.test.ts': 13,
  'test/contract/locked-days.test.ts': 13,
  'test/faults/fuzz.test.ts': 13,
  'test/surfaces/credential/year-proof.test.ts': 13,
  'test/contract/effects.test.ts': 12,
  'test/contract/statements.test.ts': 12,
  'test/faults/bank-crash.test.ts': 12,
  'test/faults/deliveries.test.ts': 12,
  'test/surfaces/console/preview-random.test.ts': 12,
  'test/surfaces/mcp/conformance.test.ts': 12,
  'test/browser/console-payments.test.ts': 11,
  'test/faults/claims-crash.test.ts': 11,
  'test/surfaces/credential/cost-reading.test.ts': 11,
  'test/surfaces/mcp/evaluation.test.ts': 11,
  'test/commands/jobs.test.ts': 10,
  'test/contract/endpoints.test.ts': 10,
  'test/faults/claims.test.ts': 10,
  'test/faults/migrations.test.ts': 10,
  'test/faults/sold-out.test.ts': 10,
  'test/commands/processes.test.ts': 9,
  'test/contract/openapi-answers.test.ts': 9,
  'test/faults/engine-thread.test.ts': 9,
  'test/faults/events-on-nodes.test.ts': 9,
  'test/faults/simulation.test.ts': 9,
  'test/adapters/linear-time.test.ts': 8,
  'test/faults/durability.test.ts': 8,
  'test/faults/failover.test.ts': 8,
  'test/faults/numbers.test.ts': 8,
  'test/adapters/bank/service.test.ts': 7,
  'test/contract/runner.test.ts': 7,
  'test/faults/payments-crash.test.ts': 7,
  'test/surfaces/console/growth.test.ts': 7,
  'test/adapters/document-process.test.ts': 6,
  'test/browser/console-bank.test.ts': 6,
  'test/commands/client.test.ts': 6,
  'test/contract/planned-once.test.ts': 6,
  'test/surfaces/credential/cost-lists.test.ts': 6,
  'test/surfaces/credential/invoice-pdf.test.ts': 6,
  'test/surfaces/credential/recurring.test.ts': 6,
  'test/surfaces/rate-limits.test.ts': 6,
  'test/commands/usage.test.ts': 5,
  'test/contract/agent-examples.test.ts': 5,
  'test/contract/bench.test.ts': 5,
  'test/contract/tenancy.test.ts': 5,
  'test/faults/killed-by-job.test.ts': 5,
  'test/faults/stored-calls.test.ts': 5,
  'test/rendering/printed-figures.test.ts': 5,
  'test/surfaces/bounced-mail.test.ts': 5,
  'test/surfaces/console/close-account.test.ts': 5,
  'test/surfaces/console/status-agreement.test.ts': 5,
  'test/surfaces/credential/account-import-costs.test.ts': 5,
  'test/surfaces/credential/delivery.test.ts': 5,
  'test/surfaces/credential/reports-random.test.ts': 5,
  'test/surfaces/mcp/clients.test.ts': 5,
  'test/surfaces/mcp/tools.test.ts': 5,
  'test/surfaces/oauth/clients.test.ts': 5,
  'test/browser/console-load.test.ts': 4,
  'test/contract/mcp-text-bounds.test.ts': 4,
  'test/contract/openapi.test.ts': 4,
  'test/contract/program-links.test.ts': 4,
  'test/domain/totals-random.test.ts': 4,
  'test/rendering/pdf.test.ts': 4,
  'test/surfaces/agent/proposal-documents.test.ts': 4,
  'test/surfaces/credential/list-plans.test.ts': 4,
  'test/surfaces/credential/malformed-input.test.ts': 4,
  'test/surfaces/pages-strangers.test.ts': 4,
  'test/adapters/receipt-reader/ai.test.ts': 3,
  'test/rendering/pdf-layout.test.ts': 3,
  'test/rendering/printed-sums.test.ts': 3,
  'test/surfaces/credential/lists.test.ts': 3,
  'test/surfaces/https.test.ts': 3,
};

const SHORT_FILE_SECONDS = 1;

export function longestFirst(files: readonly string[]): string[] {
  return [...files].sort((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
}

/** The files of one of `total` parts that take about equally long. `index` counts from one. */
export function shardOf(files: readonly string[], index: number, total: number): string[] {
  const shards = Array.from({ length: total }, () => ({ seconds: 0, files: [] as string[] }));
  for (const file of longestFirst(files)) {
    const shortest = shards.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    shortest.seconds += secondsOf(file);
    shortest.files.push(file);
  }
  return shards[index - 1]?.files ?? [];
}

export function secondsOf(file: string): number {
  return SECONDS[file] ?? SHORT_FILE_SECONDS;
}
