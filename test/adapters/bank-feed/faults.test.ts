import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BankTransport } from '../../../src/adapters/bank/bank-client.ts';
import { IobwsAccounts } from '../../../src/adapters/bank-feed/iobws-accounts.ts';
import { ConsentEnded, FeedRefused, PeriodRefused } from '../../../src/kernel/ports/bank-feed.ts';
import { BankUnavailable } from '../../../src/kernel/ports/ports.ts';

const ACCOUNT = {
  accountId: 1,
  account_no: '013326012345',
  iban: '',
  currency: 'ISK',
  consentId: 'c1',
  resourceId: null,
};
const PATH = '/v1/accounts/a1/transactions';

interface Booked {
  id?: string;
  amount: number;
  balance?: number;
  day?: string;
  currency?: string;
}

const toWire = ({ id, amount, balance, day = '2026-03-02', currency = 'ISK' }: Booked) => ({
  ...(id && { transactionId: id }),
  bookingDate: day,
  transactionAmount: { currency, amount: String(amount) },
  ...(balance !== undefined && {
    balanceAfterTransaction: {
      balanceAmount: { currency, amount: String(balance) },
      balanceType: 'interimBooked',
    },
  }),
});

const page = (booked: readonly Booked[], next?: string) => ({
  account: { bban: ACCOUNT.account_no },
  transactions: {
    booked: booked.map(toWire),
    _links: { account: { href: '/v1/accounts/a1' }, ...(next && { next: { href: next } }) },
  },
});

/** A bank whose list of transactions is answered by call number. */
function bankWith(
  answers: readonly (object | Response)[],
  { url = 'http://bank.example/api', timeoutMs = 1000 } = {},
) {
  const asked: string[] = [];
  const send: BankTransport = async (_, request) => {
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace(new URL(url).pathname.replace(/\/$/, ''), '');
    if (path === '/v1/accounts')
      return Response.json({ accounts: [{ resourceId: 'a1', bban: ACCOUNT.account_no, currency: 'ISK' }] });
    asked.push(`${path}${search}`);
    const answer = answers[asked.length - 1];
    if (!answer)
      return new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      );
    return answer instanceof Response ? answer : Response.json(answer);
  };
  const bank = new IobwsAccounts({ send, url, timeoutMs, needsConsent: true, frequency: 4 });
  let counted = 0;
  const count = async () => {
    counted += 1;
  };
  const fetch = () => bank.fetchStatement(ACCOUNT, '2026-03-01', count);
  return { asked, bank, fetch, counted: () => counted };
}

const amounts = (statement: { lines: readonly { amount: string }[] }) =>
  statement.lines.map(({ amount }) => Number(amount));

describe('the transactions of a bank', () => {
  test('are each taken once where the pages shift while they are read', async () => {
    const ids = bankWith([
      page(
        [
          { id: '3', amount: 30 },
          { id: '2', amount: 20 },
        ],
        `${PATH}?page=2`,
      ),
      page([
        { id: '2', amount: 20 },
        { id: '1', amount: 10 },
      ]),
    ]);
    assert.deepEqual(amounts(await ids.fetch()).sort(), [10, 20, 30]);
    const nameless = bankWith([
      page([{ amount: 5 }, { amount: 5 }], `${PATH}?page=2`),
      page([{ amount: 5 }, { amount: 9 }]),
    ]);
    assert.deepEqual(amounts(await nameless.fetch()), [5, 5, 9]);
  });

  test('are read again where the balances show that one was lost between two pages', async () => {
    const first = page([{ id: '3', amount: 30, balance: 60 }], `${PATH}?page=2`);
    const { asked, fetch, counted } = bankWith([
      first,
      page([{ id: '1', amount: 10, balance: 10 }]),
      first,
      page([
        { id: '2', amount: 20, balance: 30 },
        { id: '1', amount: 10, balance: 10 },
      ]),
    ]);
    const statement = await fetch();
    assert.deepEqual([amounts(statement), statement.closingBalance], [[10, 20, 30], '60.00']);
    assert.equal(asked.length, 4);
    assert.equal(counted(), 2);
  });

  test('are refused as a whole where they do not add up', async () => {
    const wrong = page([
      { amount: 10, balance: 10 },
      { amount: 20, balance: 31 },
    ]);
    await assert.rejects(bankWith([wrong]).fetch(), /does not add up: Row \d: the balance should be/);
  });

  test('end with the last page, whatever the links of the bank say', async () => {
    const again = page([{ id: '1', amount: 1 }], `${PATH}?page=2`);
    await assert.rejects(bankWith([again, again, again]).fetch(), /has no end/);
    const elsewhere = page([{ id: '1', amount: 1 }], 'https://other.example/api/v1/accounts');
    await assert.rejects(bankWith([elsewhere]).fetch(), /another address/);
    const absolute = bankWith([
      page([{ id: '1', amount: 1 }], `http://bank.example/api${PATH}?page=2`),
      page([{ id: '2', amount: 2 }]),
    ]);
    assert.deepEqual(amounts(await absolute.fetch()), [1, 2]);
    assert.equal(absolute.asked[1], `${PATH}?page=2`);
  });

  test('are not fetched, and the reason is kept, where the bank hangs, refuses or answers nonsense', async () => {
    await assert.rejects(bankWith([], { timeoutMs: 30 }).fetch(), (error: Error) => {
      assert.ok(error instanceof BankUnavailable);
      return /did not answer within/.test(error.message);
    });
    const refuse = (status: number, code: string) =>
      bankWith([
        Response.json({ tppMessages: [{ category: 'ERROR', code, text: 'orð bankans' }] }, { status }),
      ]).fetch();
    await assert.rejects(refuse(400, 'PERIOD_INVALID'), PeriodRefused);
    await assert.rejects(refuse(429, 'ACCESS_EXCEEDED'), FeedRefused);
    await assert.rejects(refuse(503, 'SERVICE_BLOCKED'), BankUnavailable);
    await assert.rejects(refuse(401, 'CONSENT_EXPIRED'), ConsentEnded);
    await assert.rejects(refuse(403, 'CONSENT_UNKNOWN'), ConsentEnded);
    await assert.rejects(refuse(401, 'CONSENT_EXPIRED'), /access.*HTTP 401, CONSENT_EXPIRED, orð bankans/);
    await assert.rejects(bankWith([new Response('<html>', { status: 503 })]).fetch(), BankUnavailable);
    await assert.rejects(bankWith([new Response('<html>')]).fetch(), /cannot be read/);
    const euro = await bankWith([page([{ amount: 1, currency: 'EUR' }])]).fetch();
    assert.equal(euro.currency, 'EUR');
  });
});

describe('the consent of a bank', () => {
  const request = {
    accountId: 1,
    registrationNo: '5501234520',
    accounts: [ACCOUNT],
    validTo: '2026-08-01',
    returnUrl: 'https://kvitt.example/bank-consent/t',
    ip: '192.0.2.1',
  };
  const ask = (answer: object, status = 201) =>
    bankWith([Response.json(answer, { status })]).bank.askConsent(request);
  const linkTo = (href: string) => ({
    consentStatus: 'received',
    consentId: 'c1',
    _links: { scaRedirect: { href } },
  });

  test('is asked for on a page that a browser can open', async () => {
    const page = 'https://bank.example/consent/1';
    assert.deepEqual(await ask(linkTo(page)), { consentId: 'c1', url: page });
    await assert.rejects(ask(linkTo('javascript:alert(1)')), /cannot be read/);
    const decoupled = { consentStatus: 'received', consentId: 'c1', _links: {} };
    await assert.rejects(ask(decoupled), /no page to give consent on/);
    const refused = { tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', text: 'x' }] };
    await assert.rejects(ask(refused, 400), FeedRefused);
    await assert.rejects(ask(refused, 503), BankUnavailable);
  });

  test('is in force only where the bank calls it valid', async () => {
    const found = async (consentStatus: string) => {
      const answer = { consentStatus, validUntil: '2026-05-01', frequencyPerDay: 2, access: {} };
      return (await bankWith([answer]).bank.findConsent(ACCOUNT)).state;
    };
    assert.equal(await found('valid'), 'given');
    assert.equal(await found('received'), 'asked');
    assert.equal(await found('partiallyAuthorised'), 'asked');
    for (const status of ['rejected', 'revokedByPsu', 'expired', 'terminatedByTpp', 'ownCode'])
      assert.equal(await found(status), 'ended', status);
  });
});
