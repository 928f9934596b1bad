import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { type Client, createAccount, invoice, line } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import { assertGapFree, clientOn, listInvoicesByNumber, retryWhileBusy } from '../support/load.ts';
import { ParallelNodes } from '../support/parallel-nodes.ts';
import { waitForBlockedSessions } from '../support/postgres-locks.ts';
import { DELIBERATE_DEADLOCK } from '../support/postgres-server.ts';
import { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const CALLS = 200;
const DEADLOCK = '40P01';

for (const kind of databases()) {
  describe(`invoice numbers under parallel calls (${kind}, nodes: ${ParallelNodes.countOn(kind)})`, () => {
    const nodes = new ParallelNodes();
    before(() => nodes.start(kind));
    after(() => nodes.stop());

    /** The same account, seen through each node in turn. */
    async function accountOnAllNodes(): Promise<(call: number) => Client> {
      const seller = await createAccount(nodes.url);
      const sellers = nodes.all.map((node) => clientOn(node, seller));
      return (call) => sellers[call % sellers.length] ?? seller;
    }

    test(`${CALLS} calls at once are numbered 1 to ${CALLS}`, async () => {
      const seller = await accountOnAllNodes();
      const calls = Array.from({ length: CALLS }, (_, n) =>
        retryWhileBusy(() => seller(n).call('create-invoice', { data: invoice() })),
      );
      const guids = (await Promise.all(calls)).map(({ result }) => result);
      assert.equal(new Set(guids).size, CALLS);
      const invoices = await listInvoicesByNumber(seller(0));
      assertGapFree(invoices);
      assert.deepEqual(invoices.map(({ guid }) => guid).sort(), guids.sort());
    });

    test('calls that are refused use up no number', async () => {
      const seller = await accountOnAllNodes();
      const replies = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          retryWhileBusy(() =>
            seller(n).call('create-invoice', { data: invoice(n % 3 === 0 ? { amount: 1 } : {}) }),
          ),
        ),
      );
      assert.equal(replies.filter(({ status }) => status).length, 40);
      const invoices = await listInvoicesByNumber(seller(0));
      assert.equal(invoices.length, 40);
      assertGapFree(invoices);
    });

    test('a draft that is issued by many calls at once gets one number', async () => {
      const seller = await accountOnAllNodes();
      const guid = await seller(0).ok('create-invoice', { data: invoice({ save: 1 }) });
      const calls = Array.from({ length: 10 }, (_, n) =>
        retryWhileBusy(() => seller(n).call('issue-invoice', { guid })),
      );
      const replies = await Promise.all(calls);
      assert.equal(replies.filter(({ status }) => status).length, 1);
      await seller(0).ok('create-invoice', { data: invoice() });
      const invoices = await listInvoicesByNumber(seller(0));
      assert.equal(invoices.length, 2);
      assertGapFree(invoices);
    });

    test('two calls with one Idempotency-Key at the same moment make one invoice', async () => {
      const seller = await accountOnAllNodes();
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          retryWhileBusy(() =>
            seller(n).call('create-invoice', { data: invoice() }, { 'idempotency-key': `key-${n >> 1}` }),
          ),
        ),
      );
      assert.ok(replies.every(({ status }) => status));
      assert.equal(new Set(replies.map(({ result }) => result)).size, 20);
      const invoices = await listInvoicesByNumber(seller(0));
      assert.equal(invoices.length, 20);
      assertGapFree(invoices);
    });
  });
}

describe('a write that the database ends to undo a deadlock', () => {
  const kvitt = new TestService();
  before(() => kvitt.startOwn('postgres'));
  after(() => kvitt.stop());

  test('a write that was ended by a deadlock runs again, and its caller gets the usual answer', async () => {
    const seller = await kvitt.account();
    const other = new pg.Client({ connectionString: kvitt.database.env.DATABASE_URL });
    await other.connect();
    const takeItem = (number: string) =>
      other.query(
        `/* ${DELIBERATE_DEADLOCK} */ insert into items (account_id, guid, item_number, description, uom, tax, unit_price)
         select account_id, gen_random_uuid(), $1, 'Taken', 'C62', 'S', 1000 from accounts`,
        [number],
      );
    let rounds = 0;
    // The server checks for a deadlock a second after a session began to wait, and ends that session's transaction. If the
    // test is held up so long that the other session is checked first, another round follows.
    for (let isCallEnded = false; !isCallEnded; ) {
      rounds += 1;
      const [a, b] = [`A${rounds}`, `B${rounds}`];
      await other.query('begin');
      await takeItem(b);
      const items = [line({ item_number: a }), line({ item_number: b })];
      const call = seller.ok('create-invoice', { data: invoice({ amount: 2480, items }) });
      await waitForBlockedSessions(kvitt.database.env.DATABASE_URL, 1);
      // The call waits for this transaction, and now this transaction waits for the call.
      isCallEnded = await takeItem(a).then(
        () => true,
        (error: pg.DatabaseError) => error.code !== DEADLOCK && assert.fail(error),
      );
      await other.query(isCallEnded ? 'commit' : 'rollback');
      assert.equal((await seller.ok('get-invoice', { guid: await call })).number, String(rounds));
    }
    await until('the server has counted the deadlock', async () => {
      const seen = await other.query(`select 1 from pg_stat_database
        where datname = current_database() and deadlocks = ${rounds}`);
      return seen.rowCount;
    });
    await other.end();
  });
});

describe('the calls of one account that wait for its counter', () => {
  const kvitt = new TestService();
  before(() => kvitt.startOwn('postgres', { KVITT_POOL: '4' }));
  after(() => kvitt.stop());

  /** How many sessions wait for the counter: single invoices are stored together by one. */
  const WAITING = { single: 1, several: 3 };
  const single = async (busy: Client) => [await busy.ok('create-invoice', { data: invoice() })];
  const several = async (busy: Client) => {
    const customer = { name: 'Annar ehf.', output_select: 4 };
    const data = { invoices: [invoice(), invoice({ customer })] };
    return (await busy.ok('create-invoices', { data })).map(({ guid }: { guid: string }) => guid);
  };
  for (const [name, create] of Object.entries({ single, several }))
    test(`leave a connection to other accounts, and are numbered without a gap: ${name}`, () =>
      leaveConnections(create, WAITING[name as keyof typeof WAITING]));

  async function leaveConnections(
    create: (busy: Client) => Promise<string[]>,
    sessions: number,
  ): Promise<void> {
    const [busy, other] = [await kvitt.account(), await kvitt.account()];
    const session = new pg.Client({ connectionString: kvitt.database.env.DATABASE_URL });
    await session.connect();
    await session.query('begin');
    await session.query('select from counters for update');
    const calls = Array.from({ length: 8 }, () => create(busy));
    await waitForBlockedSessions(kvitt.database.env.DATABASE_URL, sessions);
    for (let n = 0; n < 20; n += 1) assert.deepEqual(await other.ok('get-invoices'), []);
    await session.query('commit');
    await session.end();
    const guids = (await Promise.all(calls)).flat();
    assert.equal(new Set(guids).size, guids.length);
    assertGapFree(await listInvoicesByNumber(busy));
  }
});
