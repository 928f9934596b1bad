import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { Database } from '../../src/kernel/database/database.ts';
import {
  applyMigrations,
  knownMigrations,
  migrate,
  schemaMismatch,
} from '../../src/kernel/database/migrate.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { createAccount } from '../support/client.ts';
import { freshDatabase, type TestDatabase } from '../support/databases.ts';
import { type NodeProcess, spawnNode, startNode } from '../support/node-process.ts';
import { select } from '../support/select.ts';
import { until } from '../support/until.ts';

const NEWER =
  /^(BAD {2})?The database has schema version 9999, newer than this build's \d+: run the newer kvitt$/m;

describe('the schema of a new PostgreSQL database', () => {
  let database: TestDatabase;
  const nodes: NodeProcess[] = [];
  before(async () => {
    database = await freshDatabase('postgres');
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.crash()));
    await database.drop();
  });
  const run = async (command: string) => {
    const ended = await spawnNode(database.env, { command });
    return { ...(await ended.exited), output: ended.output };
  };
  const query = async (statement: string) => {
    const admin = new pg.Client({ connectionString: database.env.DATABASE_URL });
    await admin.connect();
    const { rows } = await admin.query(statement);
    await admin.end();
    return rows;
  };
  const schema = () =>
    Promise.all([
      query('select * from schema_migrations order by version'),
      query(`select table_name, column_name, data_type, column_default from information_schema.columns
        where table_schema = 'public' order by 1, 2`),
      query(`select indexdef from pg_indexes where schemaname = 'public' order by 1`),
    ]);

  test('is made once by nodes that start together', async () => {
    nodes.push(...(await Promise.all([1, 2, 3].map(() => startNode(database.env)))));
    const applied = await query('select version, name from schema_migrations order by version');
    assert.deepEqual(applied, knownMigrations());
    for (const node of nodes) await createAccount(node.url);
  });

  test('stays as it is when it is brought up to date again', async () => {
    const before = await schema();
    for (let n = 0; n < 2; n++) {
      const { code, output } = await run('migrate');
      assert.deepEqual([code, output], [0, 'The schema is up to date.\n']);
    }
    assert.deepEqual(await schema(), before);
  });

  test('gets the functions of this build back when they differ', async () => {
    const body = () => query(`select prosrc from pg_proc where proname = 'record_invoice_event'`);
    const before = await body();
    await query(`create or replace function record_invoice_event() returns trigger language plpgsql
      as 'begin return null; end'; comment on function record_invoice_event() is 'of another build'`);
    assert.notDeepEqual(await body(), before);
    assert.equal((await run('migrate')).code, 0);
    assert.deepEqual(await body(), before);
  });

  test('has no index that was left unfinished', async () => {
    assert.deepEqual(await query('select indexrelid::regclass from pg_index where not indisvalid'), []);
    const names = await query(`select indexname from pg_indexes where indexname = 'audit_log_of_writes'`);
    assert.equal(names.length, 1);
  });

  test('is refused when it is newer than the build, by whoever would use it', async () => {
    await query(`insert into schema_migrations (version, name) values (9999, '9999_later.sql')`);
    for (const command of ['serve', 'worker', 'migrate', 'doctor']) {
      const { code, output } = await run(command);
      assert.equal(code, 1, command);
      assert.match(output, NEWER);
      assert.doesNotMatch(output, /\n +at /);
    }
    const ready = await fetch(`${nodes[0]?.url}/health/ready`);
    assert.equal(ready.status, 503);
    assert.match(((await ready.json()) as { reason: string }).reason, NEWER);
  });
});

describe('a migration beside nodes that serve', () => {
  let url: string;
  let database: TestDatabase;
  let db: Database;
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    clients.push(client);
    await client.connect();
    return client;
  };
  const isWaiting = async () => {
    const watcher = clients[0] as pg.Client;
    const { rowCount } = await watcher.query(
      `select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.query like '%alter table invoices%' and a.datname = current_database()`,
    );
    return (rowCount ?? 0) > 0;
  };
  before(async () => {
    database = await freshDatabase('postgres');
    url = database.env.DATABASE_URL ?? '';
    db = new Database({ url, dataDir: '', pool: 2, onError: () => {} });
    const older = knownMigrations().filter(({ version }) => version < 58);
    await db.transaction((tx) => applyMigrations(tx, older));
    await connect();
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await db.close();
    await database.drop();
  });

  test('gives way to their statements, and is done as soon as it can', async () => {
    const [holder, other] = [await connect(), await connect()];
    // As a request of the release before, which reads invoices first and customers later.
    await holder.query('begin');
    await holder.query('select from invoices limit 1');
    const migrating = migrate(db);
    await until('the migration waits for the invoices', isWaiting);
    const reading = other.query('select from invoices limit 1');
    await holder.query('select from customers limit 1');
    await reading;
    await holder.query('commit');
    const applied = await migrating;
    assert.deepEqual(
      applied,
      knownMigrations().filter(({ version }) => version >= 58),
    );
    assert.equal(await schemaMismatch(db), null);
  });
});

test('an embedded database that is newer than the build is refused, and left as it is', async () => {
  const database = await freshDatabase('embedded');
  const inProcess = async <T>(use: (db: Database) => Promise<T>): Promise<T> => {
    const dataDir = database.env.KVITT_DATA_DIR ?? '';
    const db = new Database({ dataDir, pool: 1, onError: () => {} });
    await db.start();
    return use(db).finally(() => db.close());
  };
  await inProcess((db) =>
    select(db, sql`insert into schema_migrations (version, name) values (9999, 'later')`),
  );
  const node = await spawnNode(database.env);
  assert.equal((await node.exited).code, 1);
  assert.match(node.output, NEWER);
  const applied = await inProcess((db) =>
    select<{ version: number }>(db, sql`select version from schema_migrations order by version`),
  );
  assert.deepEqual(
    applied.map(({ version }) => version),
    [...knownMigrations().map(({ version }) => version), 9999],
  );
  await database.drop();
});
