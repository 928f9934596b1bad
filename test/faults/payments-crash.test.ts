import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { type Client, createAccount } from '../support/client.ts';
import { OPERATOR_TOKEN } from '../support/databases.ts';
import { request } from '../support/http-request.ts';
import { clientOn } from '../support/load.ts';
import { assertMoneyBalances } from '../support/money-balance.ts';
import { startSecondNode } from '../support/node-process.ts';
import { PaymentLoad } from '../support/payment-load.ts';
import { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** More and longer rounds, and others, by hand. */
const ROUNDS = Number(process.env.KVITT_PAYMENT_CRASHES ?? 2);
const CALLS = Number(process.env.KVITT_PAYMENT_CALLS ?? 60);
const SEED = Number(process.env.KVITT_PAYMENT_SEED ?? 20261118);

describe('payments while one of two nodes is killed (postgres)', () => {
  const surviving = new TestService();
  let db: pg.Client;
  before(async () => {
    await surviving.startOwn('postgres');
    db = new pg.Client({ connectionString: surviving.database.env.DATABASE_URL });
    await db.connect();
  });
  after(async () => {
    await db.end();
    await surviving.stop();
  });

  const operator = (method: string, path: string) =>
    request(`${surviving.url}/operator${path}`, {
      method,
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });

  /** Runs what the killed node has left, until nothing is due. Its leases would block that for minutes. */
  async function finishJobs(): Promise<void> {
    await db.query('update jobs set leased_until = null, run_at = least(run_at, now())');
    await db.query('update cron_tasks set next_at = now()');
    for (let n = 0; n < 3; n++) assert.equal((await operator('POST', '/jobs/run')).json().failed, 0);
  }

  /** What bank and provider have received is booked, each payment once. */
  async function assertReceived(seller: Client, load: PaymentLoad): Promise<number> {
    const payments: any[] = await seller.ok('get-payments');
    const received = (source: string) =>
      payments.filter((one) => one.source === source).map((one) => one.received);
    const claims: any[] = (await operator('GET', `/sandbox/claims?account=${seller.username}`)).json();
    const atBank = claims.flatMap(({ parts, payment }) => [...parts, ...(payment ? [payment] : [])]);
    assert.deepEqual(
      received('claim').sort(),
      atBank.map(({ transactionAmount }) => Number(transactionAmount)).sort(),
    );
    const { rows } = await db.query(
      "select checkout_id from sandbox_checkouts where status = 'paid' and checkout_id = any($1)",
      [load.checkouts],
    );
    assert.equal(received('payment_link').length, rows.length);
    assert.equal(received('manual').length, load.manual);
    const known = new Set(payments.map(({ guid }) => guid));
    assert.deepEqual(
      load.recorded.filter((guid) => !known.has(guid)),
      [],
    );
    return payments.length;
  }

  for (let round = 0; round < ROUNDS; round++) {
    const seed = SEED + round;
    test(`balance, and none is lost or recorded twice, seed ${seed}`, async (t) => {
      const seller = await createAccount(surviving.url);
      const doomed = await startSecondNode(surviving);
      t.after(() => doomed.crash());
      const load = new PaymentLoad(seller, seed);
      await load.begin();
      const people = [doomed, doomed, doomed, surviving, surviving].map((node) =>
        load.actOn(clientOn(node, seller)),
      );
      await until('calls were answered', () => load.answered >= CALLS, 240_000);
      await doomed.crash();
      const before = load.answered;
      await until('calls were answered', () => load.answered >= before + 10, 240_000);
      load.stop();
      await Promise.all(people);
      for (const again of load.unanswered) await again(seller);
      await finishJobs();
      const count = await assertReceived(seller, load);
      await assertMoneyBalances(seller);
      t.diagnostic(`${load.answered} calls, ${load.unanswered.length} sent again, ${count} payments`);
    });
  }
});
