import type { Statement } from '../domain/bank/statement.ts';
import { addDays, type PlainDate, toPlainDate } from '../domain/values/dates.ts';
import { toError } from '../domain/values/errors.ts';
import { DatabaseUnavailable } from '../kernel/database/database.ts';
import { runTransaction } from '../kernel/execute.ts';
import { Failure } from '../kernel/failures/failure.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { type BankFeed, ConsentEnded, FeedRefused, PeriodRefused } from '../kernel/ports/bank-feed.ts';
import { BankUnavailable } from '../kernel/ports/ports.ts';
import { type ConnectedAccount, listConnectedAccounts, noteFetch } from '../modules/bank/account-store.ts';
import { countCall, endConsent } from '../modules/bank/consent-store.ts';
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
 * bank last reported, so that an outage leaves no gap. A bank that is unavailable is not asked again until the next run.
 */
export async function fetchBankLines(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const { bankFeed } = kernel.ports;
  if (!bankFeed) return 0;
  const failures = new SeparateFailures();
  let added = 0;
  let unavailableInARow = 0;
  for (const bankAccount of await listConnectedAccounts(kernel.db, now)) {
    if (unavailableInARow >= MAX_UNAVAILABLE_IN_A_ROW) break;
    if (!(await mayAsk(kernel, bankFeed, bankAccount, toPlainDate(now)))) continue;
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
        await noteFailure(kernel, bankAccount, now, error);
        // Whoever has ended the consent can give it again; nothing is wrong with the service.
        if (error instanceof ConsentEnded) return 0;
        throw error;
      }
    });
  }
  failures.throwFirst();
  return added;
}

/** Whether there is a consent to ask the bank with, and whether it was asked long enough ago. */
async function mayAsk(
  { db }: Kernel,
  { needsConsent }: BankFeed,
  bankAccount: ConnectedAccount,
  today: PlainDate,
): Promise<boolean> {
  const { consent, is_due, fetched_to, fetch_problem } = bankAccount;
  const isOpen = consent ? consent.state === 'given' && consent.valid_to >= today : !needsConsent;
  if (isOpen) return is_due || !needsConsent;
  if (fetch_problem === '')
    await noteFetch(db, bankAccount, { fetched_to, fetch_problem: consent ? CONSENT_OVER : NO_CONSENT });
  return false;
}

const NO_CONSENT = 'The bank reports once you have connected the account';
const CONSENT_OVER = 'The consent at the bank has ended; connect the account again';

async function noteFailure(
  { db }: Kernel,
  bankAccount: ConnectedAccount,
  now: Date,
  error: unknown,
): Promise<void> {
  const { account_id, id, fetched_to } = bankAccount;
  const isEnd = error instanceof ConsentEnded;
  if (isEnd) await endConsent(db, account_id, id);
  const fetch_problem = isEnd ? CONSENT_OVER : reasonOf(error);
  await noteFetch(db, bankAccount, { fetched_at: now, fetched_to, fetch_problem });
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
  const { account_id, id, guid: bank_account_guid, consent } = bankAccount;
  const today = toPlainDate(now);
  const count = async () => {
    if (consent && !(await countCall(kernel.db, account_id, id, today)))
      throw new FeedRefused('The bank was asked as often today as the consent allows');
  };
  const { statement, problem } = await fetchStatement(bankFeed, bankAccount, today, count);
  const { added, restated } = await findNews(kernel.db, account_id, id, statement);
  if (added.length > 0 || restated.length > 0)
    await runTransaction(kernel, storeFetchedLines, caller, { bank_account_guid, statement });
  const outcome = { fetched_at: now, fetched_to: today, fetch_problem: problem };
  await noteFetch(kernel.db, bankAccount, outcome);
  return added.length;
}

async function fetchStatement(
  bankFeed: BankFeed,
  { account_id: accountId, account_no, iban, currency, fetched_to, consent }: ConnectedAccount,
  today: PlainDate,
  count: () => Promise<void>,
): Promise<{ statement: Statement; problem: string }> {
  const access = { consentId: consent?.consent_id ?? null, resourceId: consent?.resource_id ?? null };
  const account = { accountId, account_no, iban, currency, ...access };
  const from = fetched_to ? addDays(fetched_to, -OVERLAP_DAYS) : addDays(today, -FIRST_DAYS);
  try {
    return { statement: await bankFeed.fetchStatement(account, from, count), problem: '' };
  } catch (error) {
    const granted = addDays(today, -GRANTED_DAYS);
    if (!(error instanceof PeriodRefused) || from >= granted) throw error;
    const statement = await bankFeed.fetchStatement(account, granted, count);
    const isGap = fetched_to !== null && fetched_to < granted;
    return {
      statement,
      problem: isGap
        ? `The bank reports from ${granted} on; import a file for the days after ${fetched_to}`
        : '',
    };
  }
}
