import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Database, DatabaseUnavailable } from '../../../src/kernel/database/database.ts';
import { sql } from '../../../src/kernel/database/sql.ts';
import { toLoggedError } from '../../../src/kernel/node/log.ts';
import { freshDatabase, type TestDatabase } from '../../support/databases.ts';
import { select } from '../../support/select.ts';

const SETTINGS = sql`select current_setting('TimeZone') as zone, current_setting('work_mem') as memory,
  current_setting('statement_timeout') as timeout`;

describe('the sessions of a PostgreSQL server', () => {
  const ROLE = `kvitt_${process.pid}`;
  let database: TestDatabase;
  let admin: Database;
  const open = (url: string) => new Database({ url, dataDir: '', pool: 1, onError: () => {} });
  const addressOf = (change: (url: URL) => void) => {
    const url = new URL(database.env.DATABASE_URL ?? '');
    change(url);
    return url.href;
  };
  const withDatabase = async <T>(url: string, use: (db: Database) => Promise<T>): Promise<T> => {
    const db = open(url);
    return use(db).finally(() => db.close());
  };
  const run = (text: string) => admin.transaction((tx) => tx.script(text));
  before(async () => {
    database = await freshDatabase('postgres');
    admin = open(database.env.DATABASE_URL ?? '');
    await run(`create role ${ROLE} login; grant all on schema public to ${ROLE}; create table noted (name text);
      grant all on noted to ${ROLE}`);
  });
  after(async () => {
    await run(`drop owned by ${ROLE}; drop role ${ROLE}`);
    await admin.close();
    await database.drop();
  });

  test('keep the settings of Kvitt beside the options of the address', async () => {
    const url = addressOf((address) =>
      address.searchParams.set('options', '-c work_mem=7MB -c timezone=Asia/Tokyo'),
    );
    const [settings] = await withDatabase(url, (db) => select(db, SETTINGS));
    assert.deepEqual(settings, { zone: 'UTC', memory: '7MB', timeout: '1min' });
  });

  test('send one notification after the other', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const received: string[] = [];
    const onNotify = (text: string) => received.push(text);
    const listener = await admin.listen('kvitt_test', 'kvitt-test', { onNotify, onClose: () => {} });
    const texts = Array.from({ length: 10 }, (_, n) => `notification ${n}`);
    await Promise.all(texts.map((text) => listener.notify(text)));
    await listener.close();
    process.off('warning', onWarning);
    assert.deepEqual(received, texts);
    assert.deepEqual(warnings, []);
  });

  test('keep the settings of Kvitt where a pooler drops those of the startup message', async () => {
    const direct = new URL(database.env.DATABASE_URL ?? '');
    const pooler = await dropOptions(Number(direct.port));
    try {
      const url = addressOf((address) => {
        address.username = ROLE;
        address.port = String((pooler.address() as AddressInfo).port);
        address.searchParams.set('options', '-c work_mem=7MB');
      });
      await run(`alter role ${ROLE} set timezone = 'America/New_York'`);
      const [settings] = await withDatabase(url, (db) => select(db, SETTINGS));
      assert.deepEqual(settings, { zone: 'UTC', memory: '4MB', timeout: '1min' });
    } finally {
      pooler.close();
    }
  });

  test('are refused where they are shared and their role does not run in UTC', async () => {
    const url = addressOf((address) => {
      address.username = ROLE;
    });
    const start = async () => {
      const db = new Database({ url, directUrl: `${url}?`, dataDir: '', pool: 1, onError: () => {} });
      await db.start().finally(() => db.close());
    };
    for (const zone of ['UTC', 'Etc/UTC', 'Atlantic/Reykjavik']) {
      await run(`alter role ${ROLE} set timezone = '${zone}'`);
      await start();
    }
    for (const zone of ['America/New_York', 'Europe/London', 'Antarctica/Troll']) {
      await run(`alter role ${ROLE} set timezone = '${zone}'`);
      await assert.rejects(start(), new RegExp(`role ${ROLE} run in the time zone ${zone} and not in UTC`));
    }
  });

  test('log no values of rows that they refuse', async () => {
    await run("create table checked (email text check (email not like 'jon@%'))");
    const error = await select(admin, sql`insert into checked values ('jon@private.example')`).catch(
      (thrown) => thrown,
    );
    assert.match(error.detail, /jon@private\.example/);
    const logged = toLoggedError(error);
    assert.doesNotMatch(JSON.stringify(logged), /jon@private\.example/);
    assert.match(JSON.stringify(logged), /violates check constraint.*"code":"23514"/s);
  });

  test('that cannot log in or are read-only count as unavailable', async () => {
    const url = addressOf((address) => {
      address.username = ROLE;
    });
    const write = () => withDatabase(url, (db) => select(db, sql`insert into noted (name) values ('one')`));
    await write();
    for (const [change, back] of [
      ['nologin', 'login'],
      ['set default_transaction_read_only = on', 'reset default_transaction_read_only'],
    ]) {
      await run(`alter role ${ROLE} ${change}`);
      await assert.rejects(write(), DatabaseUnavailable, change);
      await run(`alter role ${ROLE} ${back}`);
    }
    await write();
  });
});

/** A relay that takes the options out of the startup message, as poolers can be told to do. */
async function dropOptions(port: number): Promise<Server> {
  const server = createServer((near) => {
    const far = dial(port, '127.0.0.1');
    near.on('error', () => {}).on('close', () => far.destroy());
    far.on('error', () => {}).on('close', () => near.destroy());
    near.once('data', (startup: Buffer) => {
      const fields = startup.toString('latin1', 8).split('\0');
      const at = fields.indexOf('options');
      if (at >= 0) fields.splice(at, 2);
      const rest = Buffer.from(fields.join('\0'), 'latin1');
      const head = Buffer.alloc(8);
      head.writeInt32BE(rest.length + 8, 0);
      startup.copy(head, 4, 4, 8);
      far.write(Buffer.concat([head, rest]));
      near.pipe(far).pipe(near);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
