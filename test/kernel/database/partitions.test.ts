import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Database } from '../../../src/kernel/database/database.ts';
import {
  databaseTime,
  PARTITIONED,
  type PartitionedTable,
  partitionEmptyTables,
  partitionsOf,
} from '../../../src/kernel/database/partitions.ts';
import { renewPartitions } from '../../../src/kernel/database/renew-partitions.ts';
import { sql } from '../../../src/kernel/database/sql.ts';
import { pruneDropped } from '../../../src/kernel/events/prune-events.ts';
import { databases, migratedDatabase, type TestDatabase } from '../../support/databases.ts';
import { select } from '../../support/select.ts';

const tableOf = (name: string): PartitionedTable => {
  const found = PARTITIONED.find((table) => table.name === name);
  if (!found) throw new Error(`${name} is not partitioned`);
  return found;
};
const [events, auditLog] = [tableOf('events'), tableOf('audit_log')];
/** Long ago, so that the clock of the database is always later. */
const at = (text: string) => new Date(`${text}T12:00:00Z`);

for (const kind of databases()) {
  describe(`partitions (${kind})`, () => {
    let database: TestDatabase;
    let db: Database;
    before(async () => {
      database = await migratedDatabase(kind);
      const { DATABASE_URL: url, KVITT_DATA_DIR: dataDir = '' } = database.env;
      db = new Database({ url, dataDir, pool: 5, onError: () => {} });
      await db.start();
    });
    after(async () => {
      await db.close();
      await database.drop();
    });
    // Only the default partitions, without rows.
    beforeEach(() =>
      db.transaction(async (tx) => {
        for (const table of PARTITIONED)
          for (const { name } of await partitionsOf(tx, table)) await tx.script(`drop table ${name}`);
        await tx.script(`set local session_replication_role = replica; delete from events; delete from event_counters;
          delete from audit_log`);
      }),
    );

    const renew = (table: PartitionedTable, now: string) =>
      renewPartitions(db, table, at(now), table === events ? pruneDropped : undefined);
    const namesOf = async (table: PartitionedTable) =>
      (await partitionsOf(db, table)).map(({ name }) => name);
    const addEvents = (...rows: [position: number, day: string][]) =>
      db.transaction((tx) =>
        tx.script(`set local session_replication_role = replica;
          insert into event_counters (account_id, last) values (7, 0) on conflict do nothing;
          insert into events (account_id, position, type, at, data) values
            ${rows.map(([position, day]) => `(7, ${position}, 'item.created', '${day}', '{}')`).join(', ')};
          update event_counters set last = (select max(position) from events) where account_id = 7`),
      );
    const addAudited = (day: string) =>
      select<{ id: number }>(
        db,
        sql`insert into audit_log (account_id, at, via, action, outcome, ip, request_id)
          values (7, ${day}::timestamptz, 'key', 'create-item', 'ok', '', '') returning id`,
      );
    const placesOf = (name: 'events' | 'audit_log') =>
      select<{ day: string; place: string }>(
        db,
        name === 'events'
          ? sql`select at::date::text as day, tableoid::regclass::text as place from events order by at, position`
          : sql`select at::date::text as day, tableoid::regclass::text as place from audit_log order by at, id`,
      );
    const pruned = async () =>
      (await select<{ pruned: number }>(db, sql`select pruned from event_counters where account_id = 7`))[0]
        ?.pruned;

    test('are made ahead of time, each once, by nodes that do so at the same time', async () => {
      const made = await Promise.all([1, 2, 3].map(() => renew(events, '2012-03-17')));
      assert.deepEqual(made.sort(), [0, 0, 4]);
      const months = ['events_2012_03', 'events_2012_04', 'events_2012_05', 'events_2012_06'];
      assert.deepEqual(await namesOf(events), months);
      assert.equal(await renew(events, '2012-03-31'), 0);
      assert.equal(await renew(events, '2012-04-01'), 1);
      assert.deepEqual(await namesOf(events), [...months, 'events_2012_07']);
      await renew(auditLog, '2012-03-17');
      assert.deepEqual(await namesOf(auditLog), ['audit_log_2012', 'audit_log_2013']);
    });

    test('have the keys, indexes and triggers of the default partition', async () => {
      await renew(auditLog, '2012-03-17');
      const partsOf = async (name: string) => {
        const rows = await select<{ text: string }>(
          db,
          sql`select regexp_replace(pg_get_indexdef(indexrelid), '^create (unique )?index .* using ', '\\1', 'i') as text
              from pg_index where indrelid = ${name}::regclass
            union all select concat(tgname, ' ', tgtype, ' ', tgdeferrable) from pg_trigger where tgrelid = ${name}::regclass
            order by 1`,
        );
        return rows.map(({ text }) => text);
      };
      const model = await partsOf('audit_log_default');
      assert.ok(model.length >= 8, model.join('\n'));
      assert.deepEqual(await partsOf('audit_log_2012'), model);
      await addAudited('2012-05-01');
      const change = sql`update audit_log_2012 set action = 'other' returning id`;
      await assert.rejects(select(db, change), /The audit log only grows/);
    });

    test('a row of any time is stored, and none is lost or moved later on', async () => {
      await renew(events, '2012-03-17');
      await addEvents([1, '1990-01-01'], [2, '2012-03-18'], [3, '2055-01-01']);
      assert.deepEqual(await placesOf('events'), [
        { day: '1990-01-01', place: 'events_default' },
        { day: '2012-03-18', place: 'events_2012_03' },
        { day: '2055-01-01', place: 'events_default' },
      ]);
    });

    test('rows that came before their partition are moved into it', async () => {
      await renew(auditLog, '2012-03-17');
      const days = ['2014-05-01', '2014-05-02', '2031-01-01'];
      for (const day of days) await addAudited(day);
      // The task has not run for more than a year.
      assert.equal(await renew(auditLog, '2014-06-01'), 2);
      assert.deepEqual(await placesOf('audit_log'), [
        { day: '2014-05-01', place: 'audit_log_2014' },
        { day: '2014-05-02', place: 'audit_log_2014' },
        { day: '2031-01-01', place: 'audit_log_default' },
      ]);
      const [next] = await addAudited('2014-07-01');
      const ids = await select<{ id: number }>(db, sql`select id from audit_log order by id`);
      assert.equal(new Set(ids.map(({ id }) => id)).size, 4);
      assert.equal(ids.at(-1)?.id, next?.id);
    });

    test('so many rows that moving them would take long stay where they are, and later months have their partitions', async () => {
      await db.transaction((tx) =>
        tx.script(`insert into events (account_id, position, type, at, data)
          select 7, n, 'item.created', '2012-03-17', '{}' from generate_series(1, 10001) n`),
      );
      assert.equal(await renew(events, '2012-03-18'), 3);
      assert.deepEqual(await namesOf(events), ['events_2012_04', 'events_2012_05', 'events_2012_06']);
      await addEvents([20_000, '2012-03-19']);
      assert.equal((await placesOf('events')).at(-1)?.place, 'events_default');
    });

    test('those whose rows are all past their retention are dropped, and nothing else', async () => {
      await renew(auditLog, '2012-03-17');
      for (const day of ['2012-12-31', '2013-01-01', '1999-01-01']) await addAudited(day);
      await renew(auditLog, '2020-12-31');
      assert.deepEqual(
        (await placesOf('audit_log')).map(({ day }) => day),
        ['2012-12-31', '2013-01-01'],
      );
      await renew(auditLog, '2021-01-01');
      assert.deepEqual(await placesOf('audit_log'), [{ day: '2013-01-01', place: 'audit_log_2013' }]);
      assert.deepEqual(await namesOf(auditLog), [
        'audit_log_2013',
        ...['audit_log_2020', 'audit_log_2021', 'audit_log_2022'],
      ]);
    });

    test('a cursor before an event that was dropped has expired, also where times are not in the order of the events', async () => {
      await renew(events, '2012-03-17');
      await addEvents([1, '2012-03-18'], [2, '2012-06-01'], [3, '2012-03-19'], [4, '2012-06-02']);
      await renew(events, '2012-06-28');
      assert.deepEqual([await pruned(), (await placesOf('events')).length], [0, 4]);
      await renew(events, '2012-07-01');
      assert.deepEqual(await pruned(), 3);
      assert.deepEqual(
        (await placesOf('events')).map(({ day }) => day),
        ['2012-06-01', '2012-06-02'],
      );
    });

    test('a clock that is ahead drops nothing that is not old by the clock of the database', async () => {
      const now = await databaseTime(db);
      await renewPartitions(db, auditLog, now);
      const names = await namesOf(auditLog);
      const ahead = new Date(now.getTime() + 50 * 366 * 24 * 3600 * 1000);
      await renewPartitions(db, auditLog, ahead);
      assert.deepEqual((await namesOf(auditLog)).slice(0, names.length), names);
    });

    test('their number does not grow with the age of the books', async () => {
      for (let year = 1990; year <= 2001; year += 1) await renew(auditLog, `${year}-06-15`);
      // Eight years, the present one, the next one, and the one that the retention begins in.
      assert.equal((await namesOf(auditLog)).length, 10);
      for (let month = 1; month <= 12; month += 1)
        await renew(events, `2012-${String(month).padStart(2, '0')}-15`);
      assert.equal((await namesOf(events)).length, 7);
    });

    test('empty tables get those of all periods that are kept, for rows of the past', async () => {
      await renew(auditLog, '2012-03-17');
      await renew(events, '2012-03-17');
      await db.transaction((tx) => partitionEmptyTables(tx));
      const year = (await databaseTime(db)).getUTCFullYear();
      assert.deepEqual(
        await namesOf(auditLog),
        Array.from({ length: 10 }, (_, n) => `audit_log_${year - 8 + n}`),
      );
      await addAudited(`${year - 5}-06-01`);
      assert.equal((await placesOf('audit_log'))[0]?.place, `audit_log_${year - 5}`);
      for (const table of PARTITIONED)
        assert.equal(await renewPartitions(db, table, await databaseTime(db)), 0);
    });
  });
}
