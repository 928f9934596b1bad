import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
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
import { insertRow } from '../support/insert-row.ts';
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

  test('is created once by nodes that start together', async () => {
    nodes.push(...(await Promise.all([1, 2, 3].map(() => startNode(database.env)))));
    const applied = await query('select version, name from schema_migrations order by version');
    assert.deepEqual(applied, knownMigrations());
    for (const node of nodes) await createAccount(node.url);
  });

  test('does not change when the migrations run again', async () => {
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

  test('has no invalid index', async () => {
    assert.deepEqual(await query('select indexrelid::regclass from pg_index where not indisvalid'), []);
    const names = await query(`select indexname from pg_indexes where indexname = 'audit_log_of_writes'`);
    assert.equal(names.length, 1);
  });

  test('may be newer than the build, unless a migration says that it stops older nodes', async () => {
    const ready = async () => {
      const answer = await fetch(`${nodes[0]?.url}/health/ready`);
      return { status: answer.status, reason: ((await answer.json()) as { reason?: string }).reason ?? '' };
    };
    await query(`insert into schema_migrations (version, name) values (9998, '9998_later.sql')`);
    await query(`create or replace function is_locked_day(account bigint, day date) returns boolean language sql stable as 'select false';
      comment on function is_locked_day is 'of the newer build'`);
    assert.deepEqual(await ready(), { status: 200, reason: '' });
    const restarted = await startNode(database.env);
    nodes.push(restarted);
    const [kept] = await query(`select obj_description(to_regproc('is_locked_day'), 'pg_proc') as text`);
    assert.equal(kept.text, 'of the newer build');

    await query(`insert into schema_migrations (version, name) values (9999, '9999_other.stops-older.sql')`);
    for (const command of ['serve', 'worker', 'migrate', 'doctor']) {
      const { code, output } = await run(command);
      assert.equal(code, 1, command);
      assert.match(output, NEWER);
      assert.doesNotMatch(output, /\n +at /);
    }
    const { status, reason } = await ready();
    assert.equal(status, 503);
    assert.match(reason, NEWER);
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

  test('waits for their statements, and runs as soon as it can', async () => {
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

/** Lines of an account in ISK that were booked as costs, each with whether its booking stands. */
async function bookCosts(
  node: pg.Client,
  lines: readonly { cost_guid: string; amount: number; is_active: boolean }[],
): Promise<void> {
  await insertRow(node, 'bank_accounts', { account_no: '010026000001', currency: 'ISK', connection: 'file' });
  await insertRow(node, 'bank_statements', { format: 'csv' });
  for (const [at, { cost_guid, amount, is_active }] of lines.entries()) {
    await insertRow(node, 'bank_lines', { place: at, amount: -amount });
    await insertRow(node, 'bank_bookings', { line_id: at + 1 });
    const action = { type: 'cost', cost_guid, amount };
    await insertRow(node, 'bank_actions', { booking_id: at + 1, ...action, done: action, is_active });
  }
}

/** What a node of the release before stores in the schema before a version, and what becomes of it. */
const STORED: [
  version: number,
  store: (node: pg.Client) => Promise<void>,
  becomes: string,
  rows: object[],
][] = [
  [
    199,
    (node) => insertRow(node, 'delayed_actions', { operation: 'do-paid-invoice', state: 'waiting' }),
    'select operation from stored_calls',
    [{ operation: 'do-paid-invoice' }],
  ],
  [
    220,
    async (node) => {
      const paid = { status: 'Paid', paid_on: '2026-03-02', exchange_rate: 1, payment_fee: 160 };
      await insertRow(node, 'invoices', {
        kind: 'invoice',
        number: 1,
        amount: 1240,
        currency: 'ISK',
        ...paid,
      });
      await insertRow(node, 'payments', { checkout_id: 'cs_1', amount: 1400, currency: 'ISK' });
    },
    'select source, source_key, amount::text, fee::text from payments',
    [{ source: 'payment_link', source_key: 'cs_1', amount: '1400.00', fee: '160.00' }],
  ],
  [
    370,
    async (node) => {
      const [krónur, euros] = [randomUUID(), randomUUID()];
      const cost = { accounting_status: 'Created', issue_date: '2026-03-01', show_api: true };
      await insertRow(node, 'costs', { guid: krónur, amount: 1000, currency: 'ISK', ...cost });
      await insertRow(node, 'costs', { guid: euros, amount: 100, currency: 'EUR', ...cost });
      await insertRow(node, 'costs', { amount: 50, currency: 'ISK', ...cost });
      await bookCosts(node, [
        { cost_guid: krónur, amount: 400, is_active: true },
        { cost_guid: krónur, amount: 500, is_active: false },
        { cost_guid: krónur, amount: 250, is_active: true },
        { cost_guid: euros, amount: 7000, is_active: false },
        { cost_guid: euros, amount: 7100, is_active: true },
        { cost_guid: euros, amount: 7200, is_active: true },
      ]);
    },
    `select c.amount::text, c.paid_amount::text as paid, due_date, array(select a.done ->> 'cost_amount' from bank_actions a
      where a.cost_guid = c.guid and a.is_active order by a.id) as parts from costs c order by id`,
    [
      { amount: '1000.00', paid: '650.00', due_date: null, parts: [null, null] },
      { amount: '100.00', paid: '100.00', due_date: null, parts: ['100.00', '0'] },
      { amount: '50.00', paid: '0.00', due_date: null, parts: [] },
    ],
  ],
];
for (const [version, store, becomes, expected] of STORED)
  test(`migration ${version} keeps what a node of the release before is storing when it begins`, async () => {
    const database = await freshDatabase('postgres');
    const url = database.env.DATABASE_URL ?? '';
    const db = new Database({ url, dataDir: '', pool: 2, onError: () => {} });
    const [node, watcher] = [new pg.Client(url), new pg.Client(url)];
    try {
      const older = knownMigrations().filter((one) => one.version < version);
      await db.transaction((tx) => applyMigrations(tx, older));
      await Promise.all([node.connect(), watcher.connect()]);
      await insertRow(node, 'accounts', { username: 'a', subscriptions: [] });
      await insertRow(node, 'customers', { output_select: 4 });
      await node.query('begin');
      await store(node);
      const migrating = migrate(db);
      await until('the migration waits for a table', async () => {
        const waiting = await watcher.query(
          `select from pg_locks l join pg_database d on d.oid = l.database
            where not l.granted and l.locktype = 'relation' and d.datname = current_database()`,
        );
        return (waiting.rowCount ?? 0) > 0;
      });
      await node.query('commit');
      await migrating;
      assert.deepEqual((await watcher.query(becomes)).rows, expected);
    } finally {
      await Promise.all([node.end(), watcher.end()]);
      await db.close();
      await database.drop();
    }
  });

test('migration 220 lets nodes read invoices while it makes payments of what was paid', async () => {
  const database = await freshDatabase('postgres');
  const url = database.env.DATABASE_URL ?? '';
  const db = new Database({ url, dataDir: '', pool: 2, onError: () => {} });
  const node = new pg.Client(url);
  try {
    await db.transaction((tx) =>
      applyMigrations(
        tx,
        knownMigrations().filter((one) => one.version < 219),
      ),
    );
    await node.connect();
    await insertRow(node, 'accounts', { username: 'a', subscriptions: [] });
    await insertRow(node, 'customers', { output_select: 4 });
    const paid = { status: 'Paid', paid_on: '2026-03-02', exchange_rate: 1 };
    await insertRow(node, 'invoices', { kind: 'invoice', number: 1, amount: 1240, currency: 'ISK', ...paid });
    await node.query(`create function slowly() returns trigger language plpgsql as 'begin perform pg_sleep(1); return new; end';
      create trigger slow before update on invoices for each row execute function slowly()`);
    const migrating = migrate(db);
    await until('the migration updates invoices', async () => {
      const updating = await node.query(
        `select from pg_locks where relation = 'invoices'::regclass and mode = 'RowExclusiveLock' and granted`,
      );
      return (updating.rowCount ?? 0) > 0;
    });
    await node.query("set lock_timeout = '200ms'");
    assert.equal((await node.query('select from invoices')).rowCount, 1);
    await migrating;
    assert.deepEqual((await node.query('select paid_amount::text from invoices')).rows, [
      { paid_amount: '1240.00' },
    ]);
  } finally {
    await node.end();
    await db.close();
    await database.drop();
  }
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
