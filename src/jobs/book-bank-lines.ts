import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { bookCertainLine } from '../modules/bank/book-bank-line.ts';
import { listCertainLines } from '../modules/bank/certain-lines.ts';
import { withoutJob } from './job-callers.ts';
import { unlessRefused } from './refused-writes.ts';

/**
 * Books the open lines of an account whose first proposal is certain. Each is looked at again in its own transaction, because
 * the one before may have settled what it points to; a refused one waits for a person.
 */
export async function bookBankLines(
  kernel: Kernel,
  { payload, caller }: Job<'book-bank-lines'>,
): Promise<void> {
  for await (const guid of listCertainLines(kernel.db, caller.account.id, payload.bank_account_guid))
    await unlessRefused(runTransaction(kernel, bookCertainLine, withoutJob(caller), { guid }));
}
