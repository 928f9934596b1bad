import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { Database, DatabaseUnavailable } from '../../../src/kernel/database/database.ts';
import { type Sql, sql } from '../../../src/kernel/database/sql.ts';
import { databases, freshDatabase, type TestDatabase } from '../../support/databases.ts';
import { select } from '../../support/select.ts';

const ANSWER_MS = 3000;

for (const kind of databases()) {
  describe(`the only connection of a pool (${kind})`, () => {
    let database: TestDatabase;
    let db: Database;
    before(async () => {
      database = await freshDatabase(kind);
      const { DATABASE_URL: url, KVITT_DATA_DIR: dataDir = '' } = database.env;
      db = new Database({ url, dataDir, pool: 1, onError: () => {}, answerMs: ANSWER_MS });
      await db.start();
      await db.runAlone('create table numbered (number integer primary key check (number > 0))');
    });
    after(async () => {
      await db.close();
      await database.drop();
    });

    const waiting = () => [1, 2, 3].map((number) => select(db, sql`select ${number}::integer as number`));
    const mark = () => select(db, sql`select set_config('kvitt.mark', 'marked', false)`);
    const findMark = () => select(db, sql`select current_setting('kvitt.mark', true) as mark`);
    const insert = (number: number) => sql`insert into numbered values (${number})`;

    // Nobody asks the pool for a connection meanwhile: those who wait depend on the closing of the one that is given up.
    test('is replaced for waiting calls when a transaction has broken it', async () => {
      const spoilt = db.runAlone('select 1 / 0');
      const answers = waiting();
      await assert.rejects(spoilt, /division by zero/);
      assert.deepEqual(await Promise.all(answers), [[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
    });

    test('is replaced for waiting calls when a single statement breaks it', async () => {
      await mark();
      const failing = select(db, sql`select 1 / 0`);
      const answers = waiting();
      await assert.rejects(failing, /division by zero/);
      assert.deepEqual(await Promise.all(answers), [[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
      assert.notDeepEqual(await findMark(), [{ mark: 'marked' }]);
    });

    test('is replaced when a statement is not answered in time', async () => {
      const slow = select(db, sql`select pg_sleep(${ANSWER_MS / 1000 + 1})`);
      await assert.rejects(slow, DatabaseUnavailable);
      assert.deepEqual(await Promise.all(waiting()), [[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
    });

    test('is kept with its session when a statement violates a constraint', async () => {
      await mark();
      const finish = (statement: Sql) =>
        db.transaction((tx) => select({ query: tx.finish.bind(tx) }, statement));
      await select(db, insert(1));
      await assert.rejects(select(db, insert(1)), /numbered_pkey/);
      await assert.rejects(finish(insert(-1)), /numbered_number_check/);
      assert.deepEqual(await findMark(), [{ mark: 'marked' }]);
    });

    test('asks once for the columns of a statement that it runs again', async (t) => {
      const requests = t.mock.method(pg.Connection.prototype, 'describe').mock;
      const add = (value: number | null, when: string) =>
        select(
          db,
          sql`select ${value}::numeric + 1 as sum, ${when}::timestamptz as at from (values (1), (2)) as row (n)`,
        );
      const first = await add(1, '2026-03-17 12:00:00+00');
      assert.deepEqual(first, Array(2).fill({ sum: '2', at: '2026-03-17 12:00:00' }));
      const second = await add(null, '2026-03-18 12:00:00+00');
      assert.deepEqual(second, Array(2).fill({ sum: null, at: '2026-03-18 12:00:00' }));
      assert.equal(requests.callCount(), 1);
    });

    test('refuses a statement whose columns have changed', async () => {
      await db.runAlone('create table changing (value integer)');
      const read = () => select(db, sql`select * from changing`);
      assert.deepEqual(await read(), []);
      await db.runAlone('alter table changing alter value type text, add column other text');
      await assert.rejects(read(), /cached plan must not change result type/);
      assert.deepEqual(await read(), []);
    });
  });
}
