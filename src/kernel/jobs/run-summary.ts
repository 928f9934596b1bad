import type { Log } from '../node/log.ts';
import type { Kernel } from '../operations/kernel.ts';
import { backlog } from './job-store.ts';

/** How many jobs of each kind ran, and how many failed. */
export interface RunSummary {
  ran: Record<string, number>;
  failed: number;
}

export function emptySummary(): RunSummary {
  return { ran: {}, failed: 0 };
}

export function addSummary(total: RunSummary, { ran, failed }: RunSummary): void {
  for (const [name, count] of Object.entries(ran)) total.ran[name] = (total.ran[name] ?? 0) + count;
  total.failed += failed;
}

export function isEmpty({ ran, failed }: RunSummary): boolean {
  return failed === 0 && Object.keys(ran).length === 0;
}

const REPORT_MS = 10_000;

/** Logs the progress of long work every ten seconds, and its result when it is done. Short work is not logged. */
export function progressReporter(kernel: Kernel, log: Log) {
  let next = performance.now() + REPORT_MS;
  let hasReported = false;
  return async ({ ran, failed }: RunSummary, isBusy: boolean): Promise<void> => {
    const isTime = performance.now() >= next;
    if (isTime || !isBusy) next = performance.now() + REPORT_MS;
    if (isBusy ? !isTime : !hasReported) return;
    hasReported = isBusy;
    const { waiting } = await backlog(kernel.db, kernel.clock());
    log.info({ ran: { ...ran }, failed, waiting }, isBusy ? 'job queue progress' : 'job queue done');
  };
}
