import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { Database } from '../../src/kernel/database/database.ts';
import { applyMigrations, knownMigrations, migrate } from '../../src/kernel/database/migrate.ts';
import { PARTITIONED } from '../../src/kernel/database/partitions.ts';
import { renewPartitions } from '../../src/kernel/database/renew-partitions.ts';
import { freshDatabase, type TestDatabase } from '../support/databases.ts';
import { insertRow } from '../support/insert-row.ts';
import { until } from '../support/until.ts';

const FUNCTIONS = new URL('../../src/kernel/database/functions/', import.meta.url);

/** As the release before has them. */
const STATEMENTS = {
  read: {
    name: 'read',
    text: `with asynchronous as (select set_config('synchronous_commit', 'off', true)),
      numbered as (
        select nextval('audit_log_id_seq') as new_id, ordinality, account_id, at, via, action, outcome, ip, request_id
        from asynchronous, jsonb_populate_recordset(null::audit_log, $1::jsonb) with ordinality record),
      inserted as (
        insert into audit_log (account_id, at, via, action, outcome, ip, request_id, id) overriding system value
        select account_id, at, via, action, outcome, ip, request_id, new_id from numbered)
      select new_id from numbered order by ordinality`,
  },
  write: {
    name: 'write',
    text: `with emitted as (select set_config('kvitt.events', concat(current_setting('kvitt.events', true), $1::text), true)),
      audited as (
        insert into audit_log (account_id, at, via, action, outcome, ip, request_id)
        select 1, now(), 'key', 'create-item', 'ok', '', '' from emitted returning id)
      select id from audited`,
  },
  unnumbered: {
    name: 'unnumbered',
    text: `insert into events (account_id, type, at, data) values (1, 'agent.revoked', now(), '{}')`,
  },
  print: {
    name: 'print',
    text: `insert into invoice_renditions (account_id, invoice_id, kind, file_name, sha256, bytes, created_at)
      values (1, 1, $1, 'a.pdf', ''::bytea, ''::bytea, now()) on conflict (account_id, invoice_id, kind) do nothing returning kind`,
  },
  find: {
    name: 'find',
    text: 'select kind from invoice_renditions where account_id = 1 and invoice_id = 1 order by created_at, kind',
  },
  events: {
    name: 'events',
    text: `select position::int, type from events where account_id = 1 and type = any($1::text[])
      and position > coalesce($2::bigint, 0) order by position limit 100`,
  },
} as const;

describe('the tables that a migration partitions', () => {
  let database: TestDatabase;
  let db: Database;
  let node: pg.Client;
  let other: pg.Client;
  const run = async (which: keyof typeof STATEMENTS, ...values: unknown[]) =>
    (await node.query({ ...STATEMENTS[which], values })).rows;
  const write = () => run('write', '[{"type": "item.created", "data": {}}]\n2026-03-01T12:00:00Z\n');
  const read = async () => {
    const record = {
      account_id: 1,
      via: 'agent',
      action: 'get-items',
      outcome: 'ok',
      ip: '',
      request_id: '',
    };
    return run('read', JSON.stringify([{ ...record, at: '2026-03-01T12:00:00Z' }]));
  };
  const positions = async () =>
    (await run('events', ['item.created', 'agent.revoked'], null)).map(({ position }) => position);
  const filesOf = async (...names: string[]) =>
    (await other.query('select relfilenode from pg_class where relname = any($1) order by relname', [names]))
      .rows;

  before(async () => {
    database = await freshDatabase('postgres');
    const url = database.env.DATABASE_URL ?? '';
    db = new Database({ url, dataDir: '', pool: 2, onError: () => {} });
    [node, other] = [new pg.Client(url), new pg.Client(url)];
    await db.transaction((tx) =>
      applyMigrations(
        tx,
        knownMigrations().filter(({ version }) => version < 550),
      ),
    );
    await Promise.all([node.connect(), other.connect()]);
    for (const name of readdirSync(FUNCTIONS))
      await other.query(readFileSync(new URL(name, FUNCTIONS), 'utf8'));
    await insertRow(other, 'accounts', { username: 'a', subscriptions: [] });
    await insertRow(other, 'customers', { output_select: 4 });
    await insertRow(other, 'invoices', {
      kind: 'invoice',
      status: 'Sent',
      number: 1,
      currency: 'ISK',
      exchange_rate: 1,
    });
  });
  after(async () => {
    await Promise.all([node?.end(), other?.end()]);
    await db?.close();
    await database?.drop();
  });

  test('keep their rows and files, and the statements of the release before go on', async () => {
    await read();
    await write();
    await run('unnumbered');
    assert.deepEqual(await run('print', 'issued'), [{ kind: 'issued' }]);
    const names = ['audit_log', 'events', 'invoice_renditions'];
    const former = await filesOf(...names);

    // A write that is under way when the migration begins.
    await node.query('begin');
    const [{ id }] = await write();
    const migrating = migrate(db);
    await until('the migration waits for a table', async () => {
      const waiting = await other.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
          where not l.granted and l.locktype = 'relation' and d.datname = current_database()`,
      );
      return (waiting.rowCount ?? 0) > 0;
    });
    await node.query('commit');
    assert.deepEqual(
      (await migrating).map(({ version }) => version),
      knownMigrations().flatMap(({ version }) => (version >= 550 ? [version] : [])),
    );
    assert.deepEqual(await filesOf('audit_log_first', 'events_first', 'invoice_renditions'), former);
    assert.deepEqual(await positions(), [1, 2, 3]);

    const [{ new_id }] = await read();
    assert.equal(Number(new_id), Number(id) + 1);
    await write();
    await run('unnumbered');
    assert.deepEqual(await positions(), [1, 2, 3, 4, 5]);
    assert.deepEqual(await run('print', 'issued'), []);
    assert.deepEqual(await run('print', 'paid'), [{ kind: 'paid' }]);
    const print = (kind: string) =>
      other.query(
        `insert into renditions (account_id, invoice_id, kind, file_name, sha256, bytes, created_at)
          values (1, 1, $1, 'a.pdf', '', '', now()) on conflict do nothing returning kind`,
        [kind],
      );
    assert.equal((await print('paid')).rowCount, 0);
    assert.equal((await print('credited')).rowCount, 1);
    assert.deepEqual(
      (await run('find')).map(({ kind }) => kind),
      ['issued', 'paid', 'credited'],
    );
    const later = new Date(Date.now() + 3 * 366 * 24 * 3600 * 1000);
    for (const table of PARTITIONED) assert.ok((await renewPartitions(db, table, later)) > 0, table.name);
    assert.deepEqual(await positions(), [1, 2, 3, 4, 5]);
  });
});
