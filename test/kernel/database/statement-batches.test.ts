import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { Database, DatabaseUnavailable } from '../../../src/kernel/database/database.ts';
import { type Sql, sql } from '../../../src/kernel/database/sql.ts';
import { databases, freshDatabase, type TestDatabase } from '../../support/databases.ts';
import { select, UNCHECKED } from '../../support/select.ts';

interface Stored {
  number: number;
  transaction: string;
}
const ACCOUNT = 1;

for (const kind of databases()) {
  describe(`statements that wait for each other (${kind})`, () => {
    let database: TestDatabase;
    let db: Database;
    before(async () => {
      database = await freshDatabase(kind);
      const { DATABASE_URL: url, KVITT_DATA_DIR: dataDir = '' } = database.env;
      db = new Database({ url, dataDir, pool: 2, onError: () => {} });
      await db.start();
      await db.runAlone(`create table numbered (number integer check (number > 0),
        constraint once unique (number) deferrable initially deferred)`);
    });
    after(async () => {
      await db.close();
      await database.drop();
    });

    const insert = (number: number) =>
      sql`insert into numbered values (${number}) returning number, pg_current_xact_id()::text as transaction`;
    const commit = async (statement: Sql, isAlone = false): Promise<Stored[]> =>
      (await db.transaction((tx) =>
        tx.finish(UNCHECKED, statement, { turn: { accountId: ACCOUNT, isAlone } }),
      )) as unknown as Stored[];
    const find = async <T>(statement: Sql) => (await db.find(UNCHECKED, statement)) as T | null;
    const transactions = async (commits: Promise<{ transaction: string }[]>[]) =>
      (await Promise.all(commits)).map(([one]) => one?.transaction);
    const numbers = async () =>
      (await select<{ number: number }>(db, sql`select number from numbered order by number`)).map(
        ({ number }) => number,
      );

    test('writes of one account that wait are committed together, and each gets its own row', async () => {
      const commits = [1, 2, 3, 4, 5].map((number) => commit(insert(number)));
      const [first, ...others] = await transactions(commits);
      assert.equal(new Set(others).size, 1);
      assert.notEqual(first, others[0]);
      assert.deepEqual(
        (await Promise.all(commits)).map(([one]) => one?.number),
        [1, 2, 3, 4, 5],
      );
    });

    test('a write that may not be committed with others is a transaction of its own', async () => {
      const commits = [11, 12, 13, 14, 15].map((number) => commit(insert(number), number === 13));
      const [, second, alone, ...last] = await transactions(commits);
      assert.equal(new Set([second, alone, ...last]).size, 3);
      assert.equal(new Set(last).size, 1);
    });

    test('a write that is refused refuses no other, and nothing is stored twice', async () => {
      const outcomes = await Promise.allSettled([21, 22, -1, 24].map((number) => commit(insert(number))));
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
      );
      const found = await numbers();
      assert.deepEqual(
        found.filter((number) => number > 20),
        [21, 22, 24],
      );
    });

    test('a write that is refused at the commit refuses no other', async () => {
      const outcomes = await Promise.allSettled([31, 32, 31, 33].map((number) => commit(insert(number))));
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'ok')),
        ['ok', 'ok', 'error: duplicate key value violates unique constraint "once"', 'ok'],
      );
      assert.equal((await numbers()).filter((number) => number === 31).length, 1);
    });

    test('a lookup that fails fails no other, and leaves statements usable that were sent with it', async () => {
      const divide = (by: number) => find<{ quotient: number }>(sql`select 12 / ${by}::integer as quotient`);
      const add = (to: number) => find<{ quotient: number }>(sql`select 12 + ${to}::integer as quotient`);
      const lookups = [divide(1), divide(2), divide(0), add(3), divide(4), add(5)];
      const outcomes = await Promise.allSettled(lookups);
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value?.quotient : 'refused')),
        [12, 6, 'refused', 15, 3, 17],
      );
      assert.deepEqual(await add(1), { quotient: 13 });
    });

    test('a lookup that finds nothing is null', async () => {
      const lookups = [7, 1, 8].map((number) =>
        find(sql`select number from numbered where number = ${number}`),
      );
      assert.deepEqual(await Promise.all(lookups), [null, { number: 1 }, null]);
    });

    if (kind === 'postgres')
      test('all that were sent together are unavailable when the connection ends, and none is stored', async () => {
        const leave = sql`insert into numbered select 42 from pg_terminate_backend(pg_backend_pid())
          returning number, pg_current_xact_id()::text as transaction`;
        const outcomes = await Promise.allSettled([
          commit(insert(41)),
          ...[commit(insert(43)), commit(leave), commit(insert(44))],
        ]);
        assert.equal(outcomes[0]?.status, 'fulfilled');
        for (const outcome of outcomes.slice(1))
          assert.ok(outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable);
        assert.deepEqual(
          (await numbers()).filter((number) => number > 40),
          [41],
        );
      });

    if (kind === 'postgres')
      test('writes are not sent again when the network fails, because they may have been committed', async (t) => {
        const { sync } = pg.Connection.prototype as unknown as { sync(): void };
        let sent = 0;
        t.mock.method(
          pg.Connection.prototype,
          'sync' as never,
          function (this: any) {
            sync.call(this);
            sent += 1;
            // The first write goes alone, the others after it together.
            if (sent !== 2) return;
            // Otherwise a quick server has answered by then.
            this.stream.pause();
            setImmediate(() => this.stream.destroy(Object.assign(new Error('gone'), { code: 'EUNKNOWN' })));
          } as never,
        );
        const outcomes = await Promise.allSettled([51, 52, 53].map((number) => commit(insert(number))));
        assert.deepEqual(
          outcomes.map(({ status }) => status),
          ['fulfilled', 'rejected', 'rejected'],
        );
        assert.equal(sent, 2);
      });

    test('more than fit into one batch are all answered', async () => {
      const lookups = Array.from({ length: 100 }, (_, n) => find(sql`select ${n}::bigint as n`));
      assert.deepEqual(
        await Promise.all(lookups),
        lookups.map((_, n) => ({ n })),
      );
    });
  });
}
