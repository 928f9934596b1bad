import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { EmbeddedAccounts, type SandboxAccount } from '../../../src/adapters/bank-feed/embedded.ts';
import { EmbeddedConsents } from '../../../src/adapters/bank-feed/embedded-consents.ts';
import { embeddedAccountsTransport } from '../../../src/adapters/bank-feed/embedded-transport.ts';
import { IobwsAccounts } from '../../../src/adapters/bank-feed/iobws-accounts.ts';
import { ConsentEnded } from '../../../src/kernel/ports/bank-feed.ts';
import { accountsHeldToStandard, accountsProblems } from '../../support/accounts-api.ts';
import { onBothDatabases } from '../../support/service.ts';

const ICELANDIC = { account_no: '013326012345', iban: '', currency: 'ISK' };
const ABROAD = { account_no: '', iban: 'DE89370400440532013000', currency: 'EUR' };

const made = (fields: object = {}) => ({
  booked_on: '2026-03-02',
  amount: '100',
  text: 'Innborgun',
  reference: '',
  counterparty_name: '',
  counterparty_id: '',
  counterparty_account: '',
  ...fields,
});

onBothDatabases('accounts at the embedded bank', (kvitt) => {
  let bank: EmbeddedAccounts;
  let consents: EmbeddedConsents;
  let client: IobwsAccounts;
  let today = '2026-03-01';
  let accounts: [first: number, second: number];

  before(async () => {
    const { kernel, accounts: cache } = kvitt.service.engine;
    bank = new EmbeddedAccounts(kernel.db, async (): Promise<SandboxAccount[]> => [ICELANDIC, ABROAD]);
    consents = new EmbeddedConsents({
      db: kernel.db,
      newGuid: kernel.newGuid,
      today: () => today,
      urlOf: (consentId) => `http://kvitt.example/test-bank/${consentId}`,
    });
    const send = accountsHeldToStandard(embeddedAccountsTransport(bank, consents));
    const options = { needsConsent: false, frequency: 4 };
    client = new IobwsAccounts({ send, url: 'http://embedded.bank', timeoutMs: 10_000, ...options });
    const id = async () => (await cache.byUsername((await kvitt.account()).username)).id;
    accounts = [await id(), await id()];
  });

  const fetch = (
    account: { accountId: number } & typeof ICELANDIC,
    from: string,
    consentId: string | null = null,
  ) => client.fetchStatement({ ...account, consentId, resourceId: null }, from, async () => {});

  test('are opened by a consent, for the company that has it, until it ends', async () => {
    const [accountId, other] = accounts;
    const ask = (account = ICELANDIC) =>
      client.askConsent({
        accountId,
        registrationNo: '5501234520',
        accounts: [account],
        validTo: '2026-06-01',
        returnUrl: 'http://kvitt.example/bank-consent/t',
        ip: '192.0.2.1',
      });
    const { consentId, url } = await ask();
    assert.equal(url, `http://kvitt.example/test-bank/${consentId}`);
    const access = { accountId, consentId };
    const find = () => client.findConsent(access);
    const read = () => fetch({ accountId, ...ICELANDIC }, '2026-03-01', consentId);
    assert.deepEqual(await find(), { state: 'asked', validTo: '2026-06-01', frequency: 4 });
    await assert.rejects(read(), ConsentEnded);
    await consents.decide(consentId, 'valid');
    assert.equal((await find()).state, 'given');
    assert.deepEqual(await client.findResources(access, [ICELANDIC, ABROAD]), [ICELANDIC.account_no, null]);
    await read();
    await assert.rejects(fetch({ accountId, ...ABROAD }, '2026-03-01', consentId), /no access to account/);
    await assert.rejects(fetch({ accountId: other, ...ICELANDIC }, '2026-03-01', consentId), ConsentEnded);
    await client.revokeConsent({ accountId: other, consentId });
    assert.equal((await find()).state, 'given', 'another company cannot end it');
    today = '2026-06-02';
    assert.equal((await find()).state, 'ended');
    await assert.rejects(read(), ConsentEnded);
    today = '2026-03-01';
    const next = await ask(ABROAD);
    await consents.decide(next.consentId, 'rejected');
    await read();
    const last = await ask(ABROAD);
    await consents.decide(last.consentId, 'valid');
    await assert.rejects(read(), ConsentEnded);
    await consents.decide(last.consentId, 'revokedByPsu');
    assert.equal((await client.findConsent({ accountId, consentId: last.consentId })).state, 'ended');
  });

  test('answer as IOBWS describes, in pages, and each company sees its own', async () => {
    const [accountId, other] = accounts;
    const party = { counterparty_name: 'Jón', counterparty_id: '0101302989', counterparty_account: '1' };
    const many = Array.from({ length: 450 }, (_, n) =>
      made({ amount: n % 3 === 0 ? '-7.5' : '20', ...party }),
    );
    await bank.add(accountId, ICELANDIC.account_no, [
      ...many,
      made({ reference: 'RF18', booked_on: '2026-03-01' }),
    ]);
    await bank.add(other, ICELANDIC.account_no, [made({ text: 'annarra' })]);
    const { lines, closingBalance, accounts: named } = await fetch({ accountId, ...ICELANDIC }, '2026-03-01');
    assert.deepEqual([lines.length, closingBalance, named], [451, '4975.00', [ICELANDIC.account_no]]);
    assert.deepEqual([lines[0]?.reference, lines[0]?.bookedOn], ['RF18', '2026-03-01']);
    assert.equal(lines.at(-1)?.counterpartyId, '0101302989');
    const later = await fetch({ accountId, ...ICELANDIC }, '2026-03-02');
    assert.deepEqual([later.lines.length, later.openingBalance], [450, '100.00']);
    const abroad = await fetch({ accountId, ...ABROAD }, '2026-03-01');
    assert.deepEqual([abroad.lines, abroad.currency], [[], 'EUR']);
  });

  test('refuse as IOBWS describes', async () => {
    const send = embeddedAccountsTransport(bank, consents);
    const transactions = `/v1/accounts/${ICELANDIC.account_no}/transactions`;
    const cases: [path: string, status: number, code: string][] = [
      [transactions, 400, 'FORMAT_ERROR'],
      [`${transactions}?dateFrom=2026-02-30&bookingStatus=booked`, 400, 'FORMAT_ERROR'],
      [`${transactions}?dateFrom=2026-03-01&bookingStatus=pending`, 400, 'PARAMETER_NOT_SUPPORTED'],
      [
        `${transactions}?dateFrom=2026-03-01&bookingStatus=booked&deltaList=true`,
        400,
        'PARAMETER_NOT_SUPPORTED',
      ],
      ['/v1/accounts/1/transactions?dateFrom=2026-03-01&bookingStatus=booked', 404, 'RESOURCE_UNKNOWN'],
      ['/v1/card-accounts', 405, 'SERVICE_INVALID'],
    ];
    for (const [path, status, code] of cases) {
      const request = new Request(`http://embedded.bank${path}`, {
        headers: { 'x-request-id': randomUUID() },
      });
      const response = await send(accounts[0], request);
      assert.deepEqual(await accountsProblems(request, response), [], path);
      const { tppMessages } = (await response.json()) as { tppMessages: { code: string }[] };
      assert.deepEqual([response.status, tppMessages[0]?.code], [status, code], path);
    }
    const unnamed = await send(accounts[0], new Request('http://embedded.bank/v1/accounts'));
    assert.equal(unnamed.status, 400);
  });
});
