import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FeedAccount, PeriodRefused } from '../../../src/kernel/ports/bank-feed.ts';
import { BankUnavailable } from '../../../src/kernel/ports/ports.ts';
import { csvStatement, nextAccountNo } from '../../support/bank-files.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { runJobs } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

const NOTHING = {
  format: 'bank' as const,
  accounts: [],
  openingBalance: null,
  closingBalance: null,
  lines: [],
  mapping: null,
  columns: [],
};

onBothDatabases('transactions from the bank', (kvitt) => {
  async function openAccount(seller: Client, fields: object = {}) {
    const data = { name: 'Velta', account_no: nextAccountNo(), connection: 'bank', ...fields };
    return seller.ok('create-bank-account', { data });
  }

  async function play(account: string, transactions: unknown) {
    return kvitt.operator('POST', `/sandbox/bank/${account}/transactions`, transactions);
  }

  const feed = () => kvitt.service.engine.kernel.ports.bankFeed ?? assert.fail('no bank reports');
  const listLines = async (seller: Client, bank_account_guid: string): Promise<any[]> =>
    seller.ok('get-bank-lines', { bank_account_guid });
  const findAccount = async (seller: Client, sought: string) =>
    (await seller.ok('get-bank-accounts')).find(({ guid }: { guid: string }) => guid === sought);

  test('are fetched by the jobs, once, and update the balance', async () => {
    const seller = await kvitt.account();
    const { guid, account_no } = await openAccount(seller);
    const { guid: file } = await openAccount(seller, { connection: 'file' });
    const counterparty = {
      name: 'Kaupandi ehf.',
      registration_no: '550123-4520',
      account_no: '010126000001',
    };
    const sent = await play(account_no, [
      { amount: 12_400, text: 'Reikningur 17', counterparty, booked_on: '2026-03-16', reference: 'RF18' },
      { amount: -500, text: 'Þjónustugjald', counterparty: 'Bankinn hf.', booked_on: '2026-03-16' },
      { amount: -500, text: 'Þjónustugjald', counterparty: 'Bankinn hf.', booked_on: '2026-03-16' },
    ]);
    assert.deepEqual(sent, { status: 200, body: { account_no, added: 3 } });
    await runJobs(kvitt);
    await runJobs(kvitt);
    const lines = await listLines(seller, guid);
    assert.deepEqual(
      lines.map(({ amount, balance, text }) => [amount, balance, text]),
      [
        [-500, 11_400, 'Þjónustugjald'],
        [-500, 11_900, 'Þjónustugjald'],
        [12_400, 12_400, 'Reikningur 17'],
      ],
    );
    assert.deepEqual(lines[2].counterparty, { ...counterparty, registration_no: '5501234520' });
    assert.equal(lines[2].reference, 'RF18');
    assert.equal(lines[0].counterparty.name, 'Bankinn hf.');
    const account = await findAccount(seller, guid);
    assert.deepEqual(
      [account.balance, account.balance_on, account.fetch_problem],
      [11_400, '2026-03-16', ''],
    );
    assert.notEqual(account.fetched_at, null);
    assert.equal((await findAccount(seller, file)).fetched_at, null);
  });

  test('of an earlier day are added later, and change the balances after them', async () => {
    const seller = await kvitt.account();
    const { guid, account_no } = await openAccount(seller);
    await play(account_no, [{ amount: 1000, booked_on: '2026-03-15' }]);
    await runJobs(kvitt);
    await play(account_no.replace(/^(....)(..)/, '$1-$2-'), { amount: 70, booked_on: '2026-02-20' });
    await runJobs(kvitt);
    const lines = await listLines(seller, guid);
    assert.deepEqual(
      lines.map(({ amount, balance }) => [amount, balance]),
      [
        [1000, 1070],
        [70, 70],
      ],
    );
    assert.equal((await findAccount(seller, guid)).balance, 1070);
  });

  test('of any day are fetched where the operator has created them late', async () => {
    const seller = await kvitt.account();
    const { guid, account_no } = await openAccount(seller);
    await play(account_no, [{ amount: 1, booked_on: '2026-03-16' }]);
    await runJobs(kvitt);
    await play(account_no, [{ amount: 2, booked_on: '2024-01-31' }]);
    await runJobs(kvitt);
    const lines = await listLines(seller, guid);
    assert.deepEqual(
      lines.map(({ booked_on, balance }) => [booked_on, balance]),
      [
        ['2026-03-16', 3],
        ['2024-01-31', 2],
      ],
    );
  });

  test('of an outage are fetched afterwards, whatever a file has imported meanwhile', async (t) => {
    const seller = await kvitt.account();
    const { guid: bank_account_guid, account_no: own } = await openAccount(seller);
    const asked: string[] = [];
    let refusal: Error | null = null;
    let earliest = '';
    t.mock.method(feed(), 'fetchStatement', async ({ account_no, currency }: FeedAccount, from: string) => {
      if (account_no !== own) return { ...NOTHING, currency };
      asked.push(from);
      if (refusal) throw refusal;
      if (from < earliest) throw new PeriodRefused('too far back');
      return { ...NOTHING, currency };
    });
    const problem = async () => (await findAccount(seller, bank_account_guid)).fetch_problem;

    await runJobs(kvitt, '2026-03-01');
    refusal = new BankUnavailable('The bank did not answer');
    await runJobs(kvitt, '2026-03-10');
    assert.equal(await problem(), 'The bank did not answer');
    const file = csvStatement([{ booked_on: '2026-03-10', amount: 3, text: 'skrá' }]);
    await seller.ok('import-bank-statement', { bank_account_guid, file });
    refusal = new Error('duplicate key value violates a unique constraint');
    await runJobs(kvitt, '2026-03-11');
    assert.equal(await problem(), 'The transactions could not be stored');
    refusal = null;
    await runJobs(kvitt, '2026-03-16');
    assert.equal(await problem(), '');
    assert.deepEqual(asked, ['2025-01-30', '2026-01-25', '2026-01-25', '2026-01-25']);

    earliest = '2026-04-01';
    await runJobs(kvitt, '2026-06-30');
    assert.match(await problem(), /reports from 2026-04-01 on; import a file for the days after 2026-03-16/);
    assert.deepEqual(asked.slice(4), ['2026-02-09', '2026-04-01']);
  });

  test('are fetched for every account, although the bank does not answer for the first ones', async (t) => {
    const seller = await kvitt.account();
    const opened: string[] = [];
    for (let n = 0; n < 5; n += 1) opened.push((await openAccount(seller)).account_no);
    const asked = new Set<string>();
    t.mock.method(feed(), 'fetchStatement', async ({ account_no }: FeedAccount) => {
      asked.add(account_no);
      throw new BankUnavailable('The bank did not answer');
    });
    await runJobs(kvitt);
    assert.equal(asked.size, 3);
    await runJobs(kvitt);
    assert.deepEqual(
      opened.filter((one) => !asked.has(one)),
      [],
    );
  });

  test('are booked automatically where that is enabled', async () => {
    const seller = await kvitt.account();
    const customer = { name: 'Kaupandi ehf.', output_select: 4, registration_no: '5501234520' };
    const items = [line({ qty: 1, unit_price: 12_400, tax: 'Z' })];
    const data = invoice({ items, amount: 12_400, customer });
    const guid = await seller.ok('create-invoice', { data });
    const { number } = await seller.ok('get-invoice', { guid });
    const { account_no } = await openAccount(seller, { auto_book: true });
    await play(account_no, [{ amount: 12_400, text: `Reikningur ${number}`, booked_on: '2026-03-16' }]);
    await runJobs(kvitt);
    assert.equal((await seller.ok('get-invoice', { guid })).status, 'Paid');
  });

  test('are created at the embedded bank only for connected accounts and complete values', async () => {
    const seller = await kvitt.account();
    const { account_no: ofFiles } = await openAccount(seller, { connection: 'file' });
    assert.equal((await play(ofFiles, [{ amount: 1 }])).body.error, 'bank_account_not_found');
    const { guid, account_no } = await openAccount(seller);
    for (const wrong of [[{ text: 'x' }], [{ amount: 1 }, { amount: 'x' }], ['x'], {}]) {
      const { status, body } = await play(account_no, wrong);
      assert.equal(status, 422, JSON.stringify(body));
    }
    await runJobs(kvitt);
    assert.deepEqual(await listLines(seller, guid), []);
  });
});
