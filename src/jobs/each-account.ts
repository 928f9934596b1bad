import type { JobCaller } from '../kernel/operations/caller.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { SeparateFailures } from './separate-failures.ts';

interface AccountRun {
  /** The cron task, by which the audit log names it. */
  task: string;
  now: Date;
  loadAccount: LoadAccount;
  /** Whether closed accounts are done too; they are left out otherwise. */
  isForClosed?: boolean;
}

/** Does the work for each record, as its account, and keeps their failures apart. Returns the sum of what the work returns. */
export async function sumRecords<R extends { account_id: number }>(
  { task, now, loadAccount, isForClosed = false }: AccountRun,
  batches: Iterable<readonly R[]> | AsyncIterable<readonly R[]>,
  work: (caller: JobCaller, record: R) => Promise<number>,
): Promise<number> {
  const failures = new SeparateFailures();
  let sum = 0;
  for await (const batch of batches)
    for (const record of batch)
      sum += await failures.run(async () => {
        const account = await loadAccount(record.account_id);
        const isLeftOut = !account || (account.disabled && !isForClosed);
        return isLeftOut ? 0 : work(cronCaller(account, task, now), record);
      });
  failures.throwFirst();
  return sum;
}

/** The rows of a list in batches, each of which goes on after the last row of the one before. */
export async function* inBatches<R>(
  size: number,
  list: (size: number, after: R | null) => Promise<R[]>,
): AsyncGenerator<R[]> {
  let batch: R[] | null = null;
  do {
    batch = await list(size, batch?.at(-1) ?? null);
    yield batch;
  } while (batch.length === size);
}
