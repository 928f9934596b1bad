import { setTimeout as sleep } from 'node:timers/promises';
import { countWrongSums, foldSums } from '../kernel/database/running-sums.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { BANK_SUMS } from '../modules/bank/running-sums-store.ts';
import { COST_SUMS } from '../modules/costs/sums/running-sums-store.ts';
import { correctSums } from '../modules/invoices/sums/correct-sums.ts';
import { INVOICE_SUMS, nextAccount } from '../modules/invoices/sums/running-sums-store.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { unlessRefused } from './refused-writes.ts';
import { SeparateFailures } from './separate-failures.ts';

export const ALL_SUMS = [...INVOICE_SUMS, ...COST_SUMS, ...BANK_SUMS];

/** After each account the task rests for this multiple of its duration, because it reads all documents. */
const REST = 3;

/**
 * Compares running sums with the records that they are of, corrects those that differ, and adds up their rows. A difference is a bug:
 * the audit log has the correction, and the task fails, which is logged and counted.
 */
export async function recountSums(
  kernel: Kernel,
  now: Date,
  loadAccount: LoadAccount,
  stopping: AbortSignal,
): Promise<number> {
  const failures = new SeparateFailures();
  let accounts = 0;
  let id = await nextAccount(kernel.db, 0);
  while (id !== null && !stopping.aborted) {
    const accountId = id;
    const since = performance.now();
    accounts += await failures.run(() => recount(kernel, now, loadAccount, accountId));
    await sleep(REST * (performance.now() - since), null, { signal: stopping }).catch(() => {});
    id = await nextAccount(kernel.db, accountId);
  }
  failures.throwFirst();
  return accounts;
}

async function recount(
  kernel: Kernel,
  now: Date,
  loadAccount: LoadAccount,
  accountId: number,
): Promise<number> {
  const wrong = await countWrongSums(kernel.db, accountId, ALL_SUMS);
  const account = wrong > 0 ? await loadAccount(accountId) : null;
  if (account)
    await unlessRefused(
      runTransaction(kernel, correctSums, cronCaller(account, 'recount-sums', now), ALL_SUMS),
    );
  await foldSums(kernel.db, accountId, ALL_SUMS);
  if (wrong > 0) throw new Error(`${wrong} running sums of account ${accountId} differed from the records`);
  return 1;
}
