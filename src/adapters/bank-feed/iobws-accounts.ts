import { z } from 'zod';
import { type BankAccountNumber, isNumberOf } from '../../domain/bank/account-number.ts';
import {
  checkBalances,
  oldestFirst,
  type ReadStatement,
  type Statement,
} from '../../domain/bank/statement.ts';
import type { PlainDate } from '../../domain/values/dates.ts';
import {
  type BankFeed,
  ConsentEnded,
  type ConsentRequest,
  type FeedAccess,
  type FeedAccount,
  type FeedConsent,
  FeedRefused,
} from '../../kernel/ports/bank-feed.ts';
import { BankClient, type BankResponse, type BankTransport } from '../bank/bank-client.ts';
import { parseAnswer } from './answers.ts';
import { toConsentBody, toConsentState } from './consents.ts';
import { accountList, askedConsent, consent, type TransactionPage, transactionPage } from './shapes.ts';
import { distinctTransactions, toLine } from './to-lines.ts';

interface FeedOptions {
  send: BankTransport;
  url: string;
  timeoutMs: number;
  needsConsent: boolean;
  /** How often a day the bank is to be asked at most; banks grant four unless it was agreed otherwise. */
  frequency: number;
}

const MAX_PAGES = 500;
/** How often a list of several pages is read whose balances do not fit, because it may have changed meanwhile. */
const MAX_READINGS = 3;

/** Reads transactions from a bank that offers the accounts of IOBWS 3.3 (ÍST TS 310), by consents that a person gives on a page of the bank. */
export class IobwsAccounts implements BankFeed {
  readonly needsConsent: boolean;
  readonly #client: BankClient;
  readonly #url: string;
  readonly #frequency: number;

  constructor({ send, url, timeoutMs, needsConsent, frequency }: FeedOptions) {
    this.needsConsent = needsConsent;
    this.#client = new BankClient(send, url, timeoutMs);
    this.#url = url;
    this.#frequency = frequency;
  }

  async askConsent(request: ConsentRequest): Promise<{ consentId: string; url: string }> {
    const answer = await this.#client.call({
      accountId: request.accountId,
      method: 'POST',
      path: '/v1/consents',
      body: toConsentBody(request, this.#frequency),
      headers: {
        'psu-ip-address': request.ip,
        'psu-corporate-id': request.registrationNo,
        'tpp-redirect-preferred': 'true',
        'tpp-redirect-uri': request.returnUrl,
        'tpp-nok-redirect-uri': request.returnUrl,
      },
    });
    const { consentId, _links } = parseAnswer(answer, askedConsent);
    if (!_links.scaRedirect?.href) throw new FeedRefused('The bank offers no page to give consent on');
    return { consentId, url: _links.scaRedirect.href };
  }

  async findConsent(access: FeedAccess): Promise<FeedConsent> {
    const path = `/v1/consents/${encodeURIComponent(access.consentId ?? '')}`;
    const answer = await this.#client.call({ accountId: access.accountId, method: 'GET', path });
    const { consentStatus, validUntil, frequencyPerDay } = parseAnswer(answer, consent);
    return { state: toConsentState(consentStatus), validTo: validUntil, frequency: frequencyPerDay };
  }

  async revokeConsent(access: FeedAccess): Promise<void> {
    const path = `/v1/consents/${encodeURIComponent(access.consentId ?? '')}`;
    const answer = await this.#client.call({ accountId: access.accountId, method: 'DELETE', path });
    try {
      parseAnswer(answer, z.unknown());
    } catch (error) {
      if (!(error instanceof ConsentEnded)) throw error;
    }
  }

  async findResources(
    access: FeedAccess,
    accounts: readonly BankAccountNumber[],
  ): Promise<(string | null)[]> {
    const answer = parseAnswer(await this.#get(access, '/v1/accounts'), accountList);
    return accounts.map((account) => {
      const found = answer.accounts.find(({ iban, bban }) =>
        [iban, bban].some((number) => number && isNumberOf(account, number)),
      );
      return found?.resourceId || null;
    });
  }

  async fetchStatement(
    account: FeedAccount,
    from: PlainDate,
    countCall: () => Promise<void>,
  ): Promise<Statement> {
    const resourceId = account.resourceId ?? (await this.findResources(account, [account]))[0];
    if (!resourceId)
      throw new FeedRefused(`The bank gives no access to account ${account.account_no || account.iban}`);
    const query = new URLSearchParams({ dateFrom: from, bookingStatus: 'booked' });
    const path = `/v1/accounts/${encodeURIComponent(resourceId)}/transactions?${query}`;
    for (let reading = 1; ; reading += 1) {
      await countCall();
      const pages = await this.#readPages(account, path);
      const read = toStatement(account, pages);
      if ('statement' in read) return read.statement;
      if (pages.length === 1 || reading === MAX_READINGS)
        throw new FeedRefused(`The bank's list of transactions does not add up: ${read.problem.message}`);
    }
  }

  async #readPages(access: FeedAccess, first: string): Promise<TransactionPage[]> {
    const pages: TransactionPage[] = [];
    const seen = new Set<string>();
    for (let path: string | null = first; path !== null; ) {
      if (seen.has(path) || pages.length === MAX_PAGES)
        throw new FeedRefused('The list of transactions at the bank has no end');
      seen.add(path);
      const page: TransactionPage = parseAnswer(await this.#get(access, path), transactionPage);
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

  #get({ accountId, consentId }: FeedAccess, path: string): Promise<BankResponse> {
    const headers = consentId !== null && { headers: { 'consent-id': consentId } };
    return this.#client.call({ accountId, method: 'GET', path, ...headers });
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
