import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { type Client, createAccount, invoice } from '../support/client.ts';
import { OPERATOR_TOKEN } from '../support/databases.ts';
import { Random } from '../support/fuzz/random.ts';
import { request } from '../support/http-request.ts';
import { clientOn } from '../support/load.ts';
import { startSecondNode } from '../support/node-process.ts';
import { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** More and others by hand. */
const KILLS = Number(process.env.KVITT_SUBMISSION_KILLS ?? 3);
const SEED = Number(process.env.KVITT_SUBMISSION_SEED ?? 20261119);
/** Accounts that submit at the moment of each kill. */
const ACCOUNTS = 6;
const PERIOD = '2026-02';
const JANUARY = { issue_date: '2026-01-20', due_date: '2026-01-20', settlement_date: '2026-01-20' };
/** What the tax office does with the first call of an account; null: it answers. */
const ANSWERS = [null, 'fail_after', 'duplicate', 'refuse', 'hang', null] as const;

describe('VAT returns while one of two nodes is killed (postgres)', () => {
  const surviving = new TestService();
  let db: pg.Client;
  before(async () => {
    await surviving.startOwn('postgres');
    surviving.now = () => new Date();
    db = new pg.Client({ connectionString: surviving.database.env.DATABASE_URL });
    await db.connect();
  });
  after(async () => {
    await db.end();
    await surviving.stop();
  });

  const operator = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
    const answer = await request(`${surviving.url}/operator${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, path);
    return answer.json();
  };

  async function open(next: string | null): Promise<Client> {
    const seller = await createAccount(surviving.url);
    await seller.ok('create-invoice', { data: invoice(JANUARY) });
    if (next) await operator('POST', '/sandbox/tax', { next, account: seller.username });
    return seller;
  }
  const read = (seller: Client) => seller.ok('get-vat-return', { period: PERIOD });
  const random = new Random(SEED);

  /** Calls of the killed node count as being with the office for some minutes. After that the clock asks. */
  async function passTime(): Promise<void> {
    await db.query(
      "update vat_submissions set sending_until = null, begun_at = begun_at - interval '1 hour'",
    );
    await operator('POST', '/jobs/run', {});
  }

  /** Waits until so many more returns are about to be sent, are with the office, or are known to be. */
  async function reach(kill: number, count: number): Promise<void> {
    const [progress = ''] = [
      'select count(*)::int as n from vat_submissions where boxes is not null',
      'select count(*)::int as n from sandbox_tax_returns',
      "select count(*)::int as n from vat_submissions where state <> 'sending'",
    ].slice(kill % 3);
    const read = async () => (await db.query(progress)).rows[0].n as number;
    const before = await read();
    const most = kill % 3 === 0 ? count : 1 + (count % 3);
    await until('the returns are on their way', async () => (await read()) >= before + most, 60_000);
  }

  /** The office may refuse this call, or be silent, where the first one did not reach it. */
  async function submitUntilTaken(seller: Client): Promise<{ kind: string; to_pay: number }> {
    for (let n = 0; n < 3; n++) {
      const { status, result } = await seller.call('submit-vat-return', { period: PERIOD });
      if (status) return result.submission;
      await passTime();
    }
    return (await seller.ok('submit-vat-return', { period: PERIOD })).submission;
  }

  for (let kill = 0; kill < KILLS; kill++)
    test(`are submitted once, and the books have the submission, kill ${kill}`, async (t) => {
      const sellers: Client[] = [];
      for (let n = 0; n < ACCOUNTS; n++) sellers.push(await open(ANSWERS[n] ?? null));
      const doomed = await startSecondNode(surviving);
      t.after(() => doomed.crash());
      const begun = reach(kill, 1 + random.below(ACCOUNTS));
      const answered = sellers.map((seller) =>
        clientOn(doomed, seller)
          .call('submit-vat-return', { period: PERIOD })
          .then(({ status, error_code }) => (status ? 'submitted' : String(error_code)))
          .catch(() => 'lost'),
      );
      await begun;
      await doomed.crash();
      const outcomes = await Promise.all(answered);
      await passTime();
      const states: string[] = [];
      for (const seller of sellers) {
        const { state } = await read(seller);
        states.push(state);
        assert.ok(state === 'submitted' || state === 'open', state);
        const submission = await submitUntilTaken(seller);
        const [office, ...more] = await operator('GET', `/sandbox/tax?account=${seller.username}`);
        assert.deepEqual([office.submitted, more.length], [1, 0], seller.username);
        const filed = await read(seller);
        assert.deepEqual(
          [filed.state, filed.is_submitting, filed.submissions.length],
          ['submitted', false, 1],
        );
        assert.deepEqual([submission.kind, submission.to_pay], ['first', 240]);
        const events: any[] = await seller.ok('get-events', { types: 'vat.return_submitted' });
        assert.equal(events.length, 1);
      }
      t.diagnostic(`${outcomes.join(' ')}; then ${states.join(' ')}`);
    });
});
