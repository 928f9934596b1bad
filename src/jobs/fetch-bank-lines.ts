import type { Statement } from '../domain/bank/statement.ts';
import { addDays, type PlainDate, toPlainDate } from '../domain/values/dates.ts';
import { toError } from '../domain/values/errors.ts';
import { DatabaseUnavailable } from '../kernel/database/database.ts';
import { runTransaction } from '../kernel/execute.ts';
import { Failure } from '../kernel/failures/failure.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { type BankFeed, FeedRefused, PeriodRefused } from '../kernel/ports/bank-feed.ts';
import { BankUnavailable } from '../kernel/ports/ports.ts';
import { type ConnectedAccount, listConnectedAccounts, noteFetch } from '../modules/bank/account-store.ts';
import { storeFetchedLines } from '../modules/bank/store-fetched-lines.ts';
import { findNews } from '../modules/bank/store-statement.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { SeparateFailures } from './separate-failures.ts';

/** How far the first call reaches back, and how far one that the bank refuses as too far is repeated with. */
const FIRST_DAYS = 395;
const GRANTED_DAYS = 90;
/** A bank books some transactions days later than they happened; what is here already is recognised. */
const OVERLAP_DAYS = 35;
const MAX_UNAVAILABLE_IN_A_ROW = 3;

/**
 * Asks the bank for the transactions of all accounts that are connected to it, each from before the day on which the
 * bank last reported, so that an outage leaves no hole. A bank that is unavailable is not asked again until the next run.
 */
export async function fetchBankLines(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const { bankFeed } = kernel.ports;
  if (!bankFeed) return 0;
  const failures = new SeparateFailures();
  let added = 0;
  let unavailableInARow = 0;
  for (const bankAccount of await listConnectedAccounts(kernel.db)) {
    if (unavailableInARow >= MAX_UNAVAILABLE_IN_A_ROW) break;
    const account = await loadAccount(bankAccount.account_id);
    if (!account || account.disabled) continue;
    const caller = cronCaller(account, 'fetch-bank-lines', now);
    added += await failures.run(async () => {
      try {
        const count = await fetchAccount(kernel, bankFeed, caller, bankAccount, now);
        unavailableInARow = 0;
        return count;
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        unavailableInARow = error instanceof BankUnavailable ? unavailableInARow + 1 : 0;
        const { fetched_to } = bankAccount;
        await noteFetch(kernel.db, bankAccount, {
          fetched_at: now,
          fetched_to,
          fetch_problem: reasonOf(error),
        });
        throw error;
      }
    });
  }
  failures.throwFirst();
  return added;
}

/** Why nothing came, in words for the account; what went wrong inside is for the log alone. */
function reasonOf(error: unknown): string {
  const isForAccount = [BankUnavailable, FeedRefused, Failure].some((kind) => error instanceof kind);
  return isForAccount ? toError(error).message : 'The transactions could not be stored';
}

/** Returns how many transactions are new. Nothing is written to the books where none is. */
async function fetchAccount(
  kernel: Kernel,
  bankFeed: BankFeed,
  caller: JobCaller,
  bankAccount: ConnectedAccount,
  now: Date,
): Promise<number> {
  const { account_id, id, guid: bank_account_guid } = bankAccount;
  const { statement, problem } = await fetchStatement(bankFeed, bankAccount, toPlainDate(now));
  const { added, restated } = await findNews(kernel.db, account_id, id, statement);
  if (added.length > 0 || restated.length > 0)
    await runTransaction(kernel, storeFetchedLines, caller, { bank_account_guid, statement });
  const outcome = { fetched_at: now, fetched_to: toPlainDate(now), fetch_problem: problem };
  await noteFetch(kernel.db, bankAccount, outcome);
  return added.length;
}

async function fetchStatement(
  bankFeed: BankFeed,
  { account_id: accountId, account_no, iban, currency, fetched_to }: ConnectedAccount,
  today: PlainDate,
): Promise<{ statement: Statement; problem: string }> {
  const account = { accountId, account_no, iban, currency };
  const from = fetched_to ? addDays(fetched_to, -OVERLAP_DAYS) : addDays(today, -FIRST_DAYS);
  try {
    return { statement: await bankFeed.fetchStatement(account, from), problem: '' };
  } catch (error) {
    const granted = addDays(today, -GRANTED_DAYS);
    if (!(error instanceof PeriodRefused) || from >= granted) throw error;
    const statement = await bankFeed.fetchStatement(account, granted);
    const isHole = fetched_to !== null && fetched_to < granted;
    return {
      statement,
      problem: isHole
        ? `The bank reports from ${granted} on; import a file for the days after ${fetched_to}`
        : '',
    };
  }
}
