import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { listWaitingAccounts } from '../modules/bank/account-store.ts';
import { bookCertainLine } from '../modules/bank/book-bank-line.ts';
import { listCertainLines } from '../modules/bank/certain-lines.ts';
import { sumRecords } from './each-account.ts';
import { type LoadAccount, withoutJob } from './job-callers.ts';
import { unlessRefused } from './refused-writes.ts';

/** Books what is certain of an account after an import. */
export async function bookBankLines(
  kernel: Kernel,
  { payload, caller }: Job<'book-bank-lines'>,
): Promise<void> {
  await bookCertainLines(kernel, withoutJob(caller), payload.bank_account_guid);
}

/** Books lines that have become certain since they came, because their invoice, cost or customer came later. */
export async function bookLaterLines(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const waiting = await listWaitingAccounts(kernel.db);
  return sumRecords({ task: 'book-bank-lines', now, loadAccount }, [waiting], (caller, { guid }) =>
    bookCertainLines(kernel, caller, guid),
  );
}

/**
 * Books the open lines of an account whose first proposal is certain. Each is looked at again in its own transaction, because
 * the one before may have settled what it points to; a refused one waits for a person.
 */
async function bookCertainLines(kernel: Kernel, caller: JobCaller, bankAccount: string): Promise<number> {
  let booked = 0;
  for await (const guid of listCertainLines(kernel.db, caller.account.id, bankAccount))
    if (await unlessRefused(runTransaction(kernel, bookCertainLine, caller, { guid }))) booked += 1;
  return booked;
}
