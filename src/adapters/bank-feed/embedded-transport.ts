import { z } from 'zod';
import { isNumberOf } from '../../domain/bank/account-number.ts';
import { decimal, fixed2, ZERO } from '../../domain/values/money.ts';
import type { BankTransport } from '../bank/bank-client.ts';
import type { EmbeddedAccounts, SandboxAccount, SandboxTransaction } from './embedded.ts';
import { askConsent, consentProblem, endConsent, showConsent } from './embedded-consent-calls.ts';
import type { EmbeddedConsents } from './embedded-consents.ts';
import { refuse } from './refuse.ts';

const PER_PAGE = 200;

const search = z.strictObject({
  dateFrom: z.iso.date(),
  dateTo: z.iso.date().optional(),
  bookingStatus: z.enum(['booked', 'pending', 'both', 'information']),
  entryReferenceFrom: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});

/** Serves the calls of IOBWS accounts 3.3 that Kvitt uses from the embedded bank, in process. The client is the same as for a real bank. */
export function embeddedAccountsTransport(bank: EmbeddedAccounts, consents: EmbeddedConsents): BankTransport {
  return async (accountId, request) => {
    const requestId = request.headers.get('x-request-id') ?? '';
    const isKnown = z.guid().safeParse(requestId).success;
    const answer = isKnown
      ? await serve(bank, consents, accountId, request)
      : refuse(400, 'FORMAT_ERROR', 'X-Request-ID must be a UUID');
    answer.headers.set('x-request-id', requestId);
    return answer;
  };
}

async function serve(
  bank: EmbeddedAccounts,
  consents: EmbeddedConsents,
  accountId: number,
  request: Request,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [, version, kind, id = '', what, ...rest] = pathname.split('/');
  const path = [request.method, [version, kind, id && '{id}', what, ...rest].filter(Boolean).join('/')].join(
    ' ',
  );
  if (path === 'POST v1/consents') return askConsent(consents, accountId, request);
  if (path === 'GET v1/consents/{id}') return showConsent(consents, accountId, decodeURIComponent(id));
  if (path === 'DELETE v1/consents/{id}') return endConsent(consents, accountId, decodeURIComponent(id));
  if (path !== 'GET v1/accounts' && path !== 'GET v1/accounts/{id}/transactions')
    return refuse(405, 'SERVICE_INVALID', `There is no ${request.method} ${pathname}`);
  const consentId = request.headers.get('consent-id');
  const consent = consentId === null ? null : await consents.findOf(accountId, consentId);
  const problem = consentId === null ? null : consentProblem(consent, consents);
  if (problem) return problem;
  const all = (await bank.accounts(accountId)).filter(
    (account) => !consent || consent.account_nos.some((number) => isNumberOf(account, number)),
  );
  if (path === 'GET v1/accounts') return Response.json({ accounts: all.map(toDetails) });
  const account = all.find((one) => numberOf(one) === decodeURIComponent(id));
  if (!account) return refuse(404, 'RESOURCE_UNKNOWN', 'There is no such account');
  return listTransactions(bank, accountId, account, Object.fromEntries(searchParams));
}

async function listTransactions(
  bank: EmbeddedAccounts,
  accountId: number,
  account: SandboxAccount,
  query: Record<string, string>,
): Promise<Response> {
  const { data, error } = search.safeParse(query);
  if (!data) {
    const isUnsupported = error.issues.some(({ code }) => code === 'unrecognized_keys');
    return refuse(400, isUnsupported ? 'PARAMETER_NOT_SUPPORTED' : 'FORMAT_ERROR', error.message);
  }
  if (data.bookingStatus !== 'booked')
    return refuse(400, 'PARAMETER_NOT_SUPPORTED', 'Only booked transactions are listed');
  const { dateFrom: from, dateTo: to = null, entryReferenceFrom } = data;
  const after = entryReferenceFrom ? Number(entryReferenceFrom) : null;
  const filter = { from, to, after, take: PER_PAGE + 1 };
  const found = await bank.list(accountId, numberOf(account), filter);
  const page = found.slice(0, PER_PAGE);
  const last = page.at(-1);
  const path = `/v1/accounts/${encodeURIComponent(numberOf(account))}`;
  const next = new URLSearchParams({ ...query, entryReferenceFrom: String(last?.id) });
  return Response.json({
    account: toReference(account),
    transactions: {
      booked: page.map((one) => toTransaction(account, one)),
      _links: {
        account: { href: path },
        ...(found.length > PER_PAGE && { next: { href: `${path}/transactions?${next}` } }),
      },
    },
  });
}

function numberOf({ account_no, iban }: SandboxAccount): string {
  return account_no || iban;
}

function toReference({ account_no, iban }: SandboxAccount) {
  return iban ? { iban } : { bban: account_no };
}

function toDetails(account: SandboxAccount) {
  const href = `/v1/accounts/${encodeURIComponent(numberOf(account))}`;
  return {
    resourceId: numberOf(account),
    ...toReference(account),
    currency: account.currency,
    _links: { transactions: { href: `${href}/transactions` } },
  };
}

function toTransaction({ currency }: SandboxAccount, one: SandboxTransaction) {
  const amountOf = (amount: string) => ({ currency, amount: fixed2(decimal(amount)) });
  const { counterparty_name: name, counterparty_id: id, counterparty_account: bban } = one;
  const role = decimal(one.amount).lt(ZERO) ? 'creditor' : 'debtor';
  return {
    transactionId: String(one.id),
    entryReference: String(one.id),
    bookingDate: one.booked_on,
    valueDate: one.booked_on,
    transactionAmount: amountOf(one.amount),
    ...(name && { [`${role}Name`]: name }),
    ...(id && { [`${role}Id`]: id }),
    ...(bban && { [`${role}Account`]: { bban } }),
    ...(one.text && { remittanceInformationUnstructured: one.text }),
    ...(one.reference && { remittanceInformationStructured: one.reference }),
    balanceAfterTransaction: { balanceAmount: amountOf(one.balance), balanceType: 'interimBooked' },
  };
}
