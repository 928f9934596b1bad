import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { EmbeddedAccounts, type SandboxAccount } from '../../../src/adapters/bank-feed/embedded.ts';
import { embeddedAccountsTransport } from '../../../src/adapters/bank-feed/embedded-transport.ts';
import { IobwsAccounts } from '../../../src/adapters/bank-feed/iobws-accounts.ts';
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
  let client: IobwsAccounts;
  let accounts: [first: number, second: number];

  before(async () => {
    const { kernel, accounts: cache } = kvitt.service.engine;
    bank = new EmbeddedAccounts(kernel.db, async (): Promise<SandboxAccount[]> => [ICELANDIC, ABROAD]);
    const send = accountsHeldToStandard(embeddedAccountsTransport(bank));
    client = new IobwsAccounts({ send, url: 'http://embedded.bank', timeoutMs: 10_000 });
    const id = async () => (await cache.byUsername((await kvitt.account()).username)).id;
    accounts = [await id(), await id()];
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
    const {
      lines,
      closingBalance,
      accounts: named,
    } = await client.fetchStatement({ accountId, ...ICELANDIC }, '2026-03-01');
    assert.deepEqual([lines.length, closingBalance, named], [451, '4975.00', [ICELANDIC.account_no]]);
    assert.deepEqual([lines[0]?.reference, lines[0]?.bookedOn], ['RF18', '2026-03-01']);
    assert.equal(lines.at(-1)?.counterpartyId, '0101302989');
    const later = await client.fetchStatement({ accountId, ...ICELANDIC }, '2026-03-02');
    assert.deepEqual([later.lines.length, later.openingBalance], [450, '100.00']);
    const abroad = await client.fetchStatement({ accountId, ...ABROAD }, '2026-03-01');
    assert.deepEqual([abroad.lines, abroad.currency], [[], 'EUR']);
  });

  test('refuse as IOBWS describes', async () => {
    const send = embeddedAccountsTransport(bank);
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
