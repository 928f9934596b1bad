import assert from 'node:assert/strict';
import { before, type TestContext, test } from 'node:test';
import { type FeedAccount, FeedRefused } from '../../../src/kernel/ports/bank-feed.ts';
import { BankUnavailable } from '../../../src/kernel/ports/ports.ts';
import { nextAccountNo } from '../../support/bank-files.ts';
import type { Client } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { runJobs } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

const ACCOUNTS = '/console/bank/accounts';

onBothDatabases('consent to read bank accounts', (kvitt) => {
  let seller: Client;
  let owner: ConsoleClient;

  before(async () => {
    seller = await kvitt.account();
    owner = await signInToConsole(seller);
  });

  const feed = () => kvitt.service.engine.kernel.ports.bankFeed ?? assert.fail('no bank reports');
  const openAccount = (connection = 'bank') =>
    seller.ok('create-bank-account', { data: { name: 'Velta', account_no: nextAccountNo(), connection } });
  const findAccount = async (sought: string) =>
    (await seller.ok('get-bank-accounts')).find(({ guid }: { guid: string }) => guid === sought);
  const play = (account_no: string) =>
    kvitt.operator('POST', `/sandbox/bank/${account_no}/transactions`, [{ amount: 1 }]);
  const countLines = async (bank_account_guid: string) =>
    (await seller.ok('get-bank-lines', { bank_account_guid })).length;
  const connect = async (guid: string): Promise<string> =>
    (await owner.ok('connect-bank-account', { guid })).url;

  /** Has the embedded bank report only with consent, and only as often as that allows. */
  function playRealBank(t: TestContext) {
    const bank = feed() as { needsConsent: boolean };
    bank.needsConsent = true;
    t.after(() => {
      bank.needsConsent = false;
    });
  }

  /** Presses a button on the page of the bank, and follows the way back. */
  async function decide(page: string, decision: string, isFollowed = true) {
    const body = new URLSearchParams({ decision });
    const { headers } = await fetch(page, { method: 'POST', redirect: 'manual', body });
    const back = headers.get('location') ?? '';
    assert.match(back, /^\/bank-consent\//);
    return isFollowed ? comeBack(back) : back;
  }
  async function comeBack(path: string) {
    const { status, headers } = await fetch(`${kvitt.url}${path}`, { redirect: 'manual' });
    return { status, location: headers.get('location') };
  }

  test('is given on the page of the bank, and connects the account', async () => {
    const { guid, account_no, consent } = await openAccount('file');
    assert.equal(consent, 'none');
    const page = await connect(guid);
    const shown = await (await fetch(page, { headers: { 'accept-language': 'is' } })).text();
    assert.ok(shown.includes(account_no) && shown.includes('Veita leyfi'), shown);
    assert.equal((await findAccount(guid)).consent, 'none');
    assert.deepEqual(await decide(page, 'give'), { status: 302, location: ACCOUNTS });
    const connected = await findAccount(guid);
    assert.deepEqual(
      [connected.connection, connected.consent, connected.consent_to],
      ['bank', 'given', '2026-09-13'],
    );
    await play(account_no);
    await runJobs(kvitt);
    assert.equal(await countLines(guid), 1);
    // The way back is followed twice by whoever presses "back".
    assert.deepEqual(await decide(page, 'give'), { status: 302, location: ACCOUNTS });
    assert.equal((await findAccount(guid)).consent, 'given');
  });

  test('connects no account where it is refused, undecided, or the return address is forged', async () => {
    const { guid } = await openAccount('file');
    const page = await connect(guid);
    assert.deepEqual(await decide(page, 'refuse'), { status: 302, location: ACCOUNTS });
    assert.deepEqual(((one) => [one.connection, one.consent])(await findAccount(guid)), ['file', 'none']);
    const back = String(await decide(await connect(guid), 'nothing', false).catch(() => ''));
    assert.equal(back, '');
    assert.equal((await comeBack(`/bank-consent/${'A'.repeat(75)}`)).status, 404);
    assert.equal((await fetch(`${kvitt.url}/test-bank/x`)).status, 404);
  });

  test('is completed by the jobs within a day where nobody returns from the bank', async () => {
    const [one, other] = [await openAccount(), await openAccount()];
    await decide(await connect(one.guid), 'give', false);
    await runJobs(kvitt);
    assert.equal((await findAccount(one.guid)).consent, 'given');
    const left = await connect(other.guid);
    await runJobs(kvitt, '2026-03-19');
    assert.deepEqual(await decide(left, 'give'), { status: 302, location: ACCOUNTS });
    assert.equal((await findAccount(other.guid)).consent, 'none');
  });

  test('is requested for all accounts together, because a new consent ends the former', async () => {
    const [one, other] = [await openAccount(), await openAccount()];
    await decide(await connect(one.guid), 'give');
    await decide(await connect(other.guid), 'give');
    for (const { guid, account_no } of [one, other]) {
      await play(account_no);
      await runJobs(kvitt);
      const { consent, fetch_problem } = await findAccount(guid);
      assert.deepEqual([consent, fetch_problem, await countLines(guid)], ['given', '', 1]);
    }
  });

  test('must be renewed before it ends, and nothing is fetched afterwards', async () => {
    const { guid, account_no } = await openAccount();
    await decide(await connect(guid), 'give');
    const consentOn = async (day: string) => {
      kvitt.now = () => new Date(`${day}T12:00:00Z`);
      return (await findAccount(guid)).consent;
    };
    assert.equal(await consentOn('2026-08-29'), 'given');
    assert.equal(await consentOn('2026-08-30'), 'ending');
    assert.equal(await consentOn('2026-09-13'), 'ending');
    assert.equal(await consentOn('2026-09-14'), 'ended');
    await play(account_no);
    await runJobs(kvitt);
    assert.equal(await countLines(guid), 0);
    assert.match((await findAccount(guid)).fetch_problem, /consent at the bank has ended; connect/);
    owner = await signInToConsole(seller);
    await decide(await connect(guid), 'give');
    await runJobs(kvitt);
    assert.deepEqual([await consentOn('2026-09-15'), await countLines(guid)], ['given', 1]);
    kvitt.resetClock();
    owner = await signInToConsole(seller);
  });

  test('is announced once in the inbox and by mail before it ends', async () => {
    const email = 'eigandi@example.is';
    const own = await kvitt.account({ email });
    const person = await signInToConsole(own);
    const { notifications } = await person.ok('set-preferences', { notifications: { cost: 'none' } });
    assert.equal(notifications.bank, 'now');
    const data = { name: 'Velta', account_no: nextAccountNo(), connection: 'bank' };
    const { guid, account_no } = await own.ok('create-bank-account', { data });
    await decide((await person.ok('connect-bank-account', { guid })).url, 'give');
    const noticesOn = async (today: string) => {
      assert.equal((await runJobs(kvitt, today)).failed, 0);
      const { body } = await kvitt.operator('GET', `/sandbox/mail?to=${encodeURIComponent(email)}`);
      return body.filter(({ text }: { text: string }) => /leyfi til að lesa bankareikning/.test(text));
    };
    assert.equal((await noticesOn('2026-08-29')).length, 0);
    const [mail, ...more] = await noticesOn('2026-08-30');
    assert.deepEqual([mail.text.includes(`Velta · ${account_no}`), more], [true, []]);
    assert.equal((await noticesOn('2026-08-31')).length, 1, 'once');
    const events = await own.ok('get-events', { types: 'bank.consent_ending' });
    assert.deepEqual(
      events.map((one: { data: object }) => one.data),
      [{ guid, ends_on: '2026-09-13' }],
    );
    kvitt.now = () => new Date('2026-08-31T12:00:00Z');
    const { rows } = await (await signInToConsole(own)).ok('get-needs', { what: 'consent' });
    kvitt.resetClock();
    assert.deepEqual(
      rows.map((row: { guid: string; on: string }) => [row.guid, row.on]),
      [[guid, '2026-09-13']],
    );
  });

  test('is ended at the bank when the last account that it is for goes back to files', async () => {
    const [one, other] = [await openAccount(), await openAccount()];
    await decide(await connect(one.guid), 'give');
    const page = await connect(other.guid);
    await decide(page, 'give');
    const consentId = page.split('/').at(-1) ?? '';
    const { id: accountId } = await kvitt.service.engine.accounts.byUsername(seller.username);
    const stateAtBank = async () => {
      assert.equal((await runJobs(kvitt)).failed, 0);
      return (await feed().findConsent({ accountId, consentId })).state;
    };
    for (const account of (await seller.ok('get-bank-accounts')) as { guid: string; consent: string }[])
      if (account.consent === 'given' && account.guid !== one.guid)
        await seller.ok('update-bank-account', { guid: account.guid, data: { connection: 'file' } });
    assert.equal(await stateAtBank(), 'given');
    const data = { connection: 'file' };
    const { connection, consent, consent_to } = await seller.ok('update-bank-account', {
      guid: one.guid,
      data,
    });
    assert.deepEqual([connection, consent, consent_to], ['file', 'none', null]);
    assert.equal(await stateAtBank(), 'ended');
    assert.equal((await findAccount(one.guid)).consent, 'none');
  });

  test('that is withdrawn at the bank ends here too, and the job does not fail', async () => {
    const { guid } = await openAccount();
    const page = await connect(guid);
    await decide(page, 'give');
    await decide(page, 'withdraw');
    assert.equal((await runJobs(kvitt)).failed, 0);
    const { consent, fetch_problem } = await findAccount(guid);
    assert.deepEqual([consent, /has ended/.test(fetch_problem)], ['ended', true]);
  });

  test('limits the number of fetches of a day, spread over the day and including failures', async (t) => {
    const { guid, account_no: own } = await openAccount();
    const { findConsent } = feed();
    t.mock.method(feed(), 'findConsent', async (...args: Parameters<typeof findConsent>) => ({
      ...(await findConsent.apply(feed(), args)),
      frequency: 4,
    }));
    await decide(await connect(guid), 'give');
    playRealBank(t);
    const asked: string[] = [];
    t.mock.method(feed(), 'fetchStatement', async ({ account_no }: FeedAccount, _: string, count: any) => {
      if (account_no !== own) throw new FeedRefused('another one');
      await count();
      asked.push(kvitt.now().toISOString().slice(0, 16));
      await count();
      throw new BankUnavailable('The bank did not answer');
    });
    for (let minutes = 0; minutes < 2 * 24 * 60; minutes += 50) {
      kvitt.now = () => new Date(Date.parse('2026-04-01T00:00:00Z') + minutes * 60_000);
      await runCron();
    }
    kvitt.resetClock();
    assert.deepEqual(asked, ['2026-04-01T00:00', '2026-04-01T06:40', '2026-04-02T00:10', '2026-04-02T06:50']);
  });

  async function runCron() {
    const { fetchBankLines } = await import('../../../src/jobs/fetch-bank-lines.ts');
    const { kernel, accounts } = kvitt.service.engine;
    await fetchBankLines(kernel, kvitt.now(), (id) => accounts.byId(id)).catch(() => {});
  }

  test('is required for a real bank, which gets no request without it', async (t) => {
    const { guid, account_no: own } = await openAccount();
    playRealBank(t);
    const asked: string[] = [];
    t.mock.method(feed(), 'fetchStatement', async ({ account_no }: FeedAccount) => {
      asked.push(account_no);
      throw new FeedRefused('x');
    });
    await runJobs(kvitt);
    assert.ok(!asked.includes(own));
    assert.match((await findAccount(guid)).fetch_problem, /once you have connected/);
    t.mock.method(feed(), 'askConsent', async () => {
      throw new BankUnavailable('The bank did not answer');
    });
    const { status, body } = await owner.call('connect-bank-account', { guid });
    assert.deepEqual(
      [status, body.error_code ?? body.error?.code],
      [409, 'bank_consent_failed'],
      JSON.stringify(body),
    );
  });

  test('belongs to the company that requested it: another one cannot use it', async () => {
    const { guid } = await openAccount();
    const other = await signInToConsole(await kvitt.account());
    const { status } = await other.call('connect-bank-account', { guid });
    assert.equal(status, 404);
  });
});
