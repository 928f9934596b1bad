import type { z } from 'zod';
import { isNumberOf } from '../../domain/bank/account-number.ts';
import {
  checkBalances,
  oldestFirst,
  type ReadStatement,
  type Statement,
} from '../../domain/bank/statement.ts';
import type { PlainDate } from '../../domain/values/dates.ts';
import { type BankFeed, type FeedAccount, FeedRefused, PeriodRefused } from '../../kernel/ports/bank-feed.ts';
import { BankUnavailable } from '../../kernel/ports/ports.ts';
import { BankClient, type BankResponse, type BankTransport } from '../bank/bank-client.ts';
import { accountList, refusal, type TransactionPage, transactionPage } from './shapes.ts';
import { distinctTransactions, toLine } from './to-lines.ts';

interface FeedOptions {
  send: BankTransport;
  url: string;
  timeoutMs: number;
}

const MAX_PAGES = 500;
/** How often a list of several pages is read whose balances do not fit, because it may have changed meanwhile. */
const MAX_READINGS = 3;

/** Reads transactions from a bank that offers the accounts of IOBWS 3.3 (ÍST TS 310). */
export class IobwsAccounts implements BankFeed {
  readonly #client: BankClient;
  readonly #url: string;

  constructor({ send, url, timeoutMs }: FeedOptions) {
    this.#client = new BankClient(send, url, timeoutMs);
    this.#url = url;
  }

  async fetchStatement(account: FeedAccount, from: PlainDate): Promise<Statement> {
    const path = await this.#findTransactionsPath(account);
    const query = new URLSearchParams({ dateFrom: from, bookingStatus: 'booked' });
    for (let reading = 1; ; reading += 1) {
      const pages = await this.#readPages(account.accountId, `${path}?${query}`);
      const read = toStatement(account, pages);
      if ('statement' in read) return read.statement;
      if (pages.length === 1 || reading === MAX_READINGS)
        throw new FeedRefused(`The bank's list of transactions does not add up: ${read.problem.message}`);
    }
  }

  /** The bank has its own ids for accounts. */
  async #findTransactionsPath(account: FeedAccount): Promise<string> {
    const { accounts } = parse(await this.#get(account.accountId, '/v1/accounts'), accountList);
    const found = accounts.find(({ iban, bban }) =>
      [iban, bban].some((number) => number && isNumberOf(account, number)),
    );
    if (!found?.resourceId)
      throw new FeedRefused(`The bank gives no access to account ${account.account_no || account.iban}`);
    return `/v1/accounts/${encodeURIComponent(found.resourceId)}/transactions`;
  }

  async #readPages(accountId: number, first: string): Promise<TransactionPage[]> {
    const pages: TransactionPage[] = [];
    const seen = new Set<string>();
    for (let path: string | null = first; path !== null; ) {
      if (seen.has(path) || pages.length === MAX_PAGES)
        throw new FeedRefused('The list of transactions at the bank has no end');
      seen.add(path);
      const page: TransactionPage = parse(await this.#get(accountId, path), transactionPage);
      pages.push(page);
      const next = page.transactions._links?.next?.href;
      path = next ? this.#pathOf(next) : null;
    }
    return pages;
  }

  /** A link may be relative. One to another host is not followed, because the bank's token would go there. */
  #pathOf(href: string): string {
    const base = new URL(this.#url);
    const isRooted = href.startsWith('/');
    const { origin, pathname, search } = new URL(isRooted ? `${this.#url}${href}` : href, `${this.#url}/`);
    const prefix = base.pathname.replace(/\/$/, '');
    if (origin !== base.origin || !pathname.startsWith(`${prefix}/`))
      throw new FeedRefused('The bank links to a page at another address');
    return `${pathname.slice(prefix.length)}${search}`;
  }

  #get(accountId: number, path: string): Promise<BankResponse> {
    return this.#client.call({ accountId, method: 'GET', path });
  }
}

function toStatement(account: FeedAccount, pages: readonly TransactionPage[]): ReadStatement {
  const transactions = distinctTransactions(pages.map(({ transactions: { booked = [] } }) => booked));
  const numbers = pages.flatMap(({ account: written }) => written?.iban || written?.bban || []);
  const other = transactions.find(({ transactionAmount }) => transactionAmount.currency !== account.currency);
  return checkBalances({
    format: 'bank',
    accounts: [...new Set(numbers)],
    currency: other?.transactionAmount.currency ?? account.currency,
    openingBalance: null,
    closingBalance: null,
    lines: oldestFirst(transactions.map(toLine)),
    mapping: null,
    columns: [],
  });
}

function parse<T>(answer: BankResponse, shape: z.ZodType<T>): T {
  if (answer.status >= 300) throw toError(answer);
  const parsed = shape.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'no JSON' };
  throw new FeedRefused(
    `The bank's answer cannot be read: ${[...path, message].map(String).join(' ').slice(0, 200)}`,
  );
}

const REASONS: Record<number, string> = {
  401: 'The bank does not accept the access to the account',
  403: 'The bank does not allow access to the account',
  404: 'The bank has nothing at this address',
  429: 'The bank was asked too often today',
};
const UNAVAILABLE = [408, 502, 503, 504];

function toError({ status, body }: BankResponse): Error {
  const { data } = refusal.safeParse(body);
  const [first] = data?.tppMessages ?? [];
  const code = first?.code ?? data?.code;
  const words = [`HTTP ${status}`, code, first?.text ?? data?.detail ?? data?.title].filter(Boolean);
  const reason = REASONS[status] ?? (status >= 500 ? 'The bank has a fault' : 'The bank refused the request');
  const message = `${reason} (${words.join(', ')})`.slice(0, 400);
  if (code === 'PERIOD_INVALID') return new PeriodRefused(message);
  return UNAVAILABLE.includes(status) ? new BankUnavailable(message) : new FeedRefused(message);
}
