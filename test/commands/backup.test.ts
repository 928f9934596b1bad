import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { backup } from '../../src/commands/backup.ts';
import { restore } from '../../src/commands/restore.ts';
import { migrate } from '../../src/kernel/database/migrate.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { startService } from '../../src/service.ts';
import {
  captureOutput,
  createFullBooks,
  createUnprivilegedDatabase,
  readAllRows,
  readConstraints,
  rewriteBackup,
  runKvittCommand,
  withDatabase,
} from '../support/backups.ts';
import { Client, invoice } from '../support/client.ts';
import { freshDatabase, type TestDatabase, testConfig } from '../support/databases.ts';
import { Person } from '../support/person.ts';
import { Kvitt } from '../support/service.ts';
import { COMMAND_ENV, ROOT } from '../support/tree.ts';
import { until } from '../support/until.ts';

/** What only some accounts ever have; every other table must have rows in it here. */
const MAY_BE_EMPTY = [
  'attempts',
  'checkouts',
  'chores',
  'invitations',
  'invoice_reminders',
  'password_resets',
  'payments',
  'sale_images',
  'sandbox_checkouts',
  'sandbox_einvoices',
  'setup_keys',
  'task_images',
];

describe('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvitt-backup-'));
  const file = join(folder, 'books.kvitt');
  const kvitt = new Kvitt();
  const databases: TestDatabase[] = [];
  let made: Awaited<ReturnType<typeof createFullBooks>>;
  let server: TestDatabase;
  let original: Record<string, string[]>;

  const fresh = async (make: () => Promise<TestDatabase>) => {
    const database = await make();
    databases.push(database);
    return database;
  };
  const succeeds = async (args: string[], env: TestDatabase['env'], input?: Buffer) => {
    const ended = await runKvittCommand(args, env, input);
    assert.equal(ended.code, 0, ended.stderr);
    return ended;
  };
  /** Refused in words, without a stack. */
  const refuses = (
    command: typeof backup | typeof restore,
    args: string[],
    env: TestDatabase['env'],
    why: RegExp,
  ) =>
    assert.rejects(captureOutput(command, args, env), (error: Error) => {
      assert.ok('code' in error, error.stack);
      assert.match(error.message, why);
      return true;
    });
  const refused = async (args: string[], env: TestDatabase['env'], input?: Buffer) => {
    const { code, stdout, stderr } = await runKvittCommand(args, env, input);
    assert.deepEqual([code, stdout.length], [1, 0], stderr);
    assert.doesNotMatch(stderr, /\n +at /);
    return stderr;
  };

  let serving = false;
  const stopped = async () => {
    if (serving) await kvitt.service.stop();
    serving = false;
  };

  before(async () => {
    await kvitt.startOwn('embedded');
    serving = true;
    made = await createFullBooks(kvitt);
  });
  after(async () => {
    await stopped();
    await kvitt.database.drop();
    for (const { drop } of databases) await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('of an embedded database that is being served is refused', async () => {
    assert.match(await refused(['backup', file], kvitt.database.env), /is in use by another kvitt process/);
    assert.deepEqual(readdirSync(folder), []);
    await stopped();
  });

  test('is taken here of books that have nearly everything', async () => {
    original = await withDatabase(kvitt.database.env, readAllRows);
    const empty = Object.keys(original).filter((name) => original[name]?.length === 0);
    assert.deepEqual(
      empty.filter((name) => !MAY_BE_EMPTY.includes(name)),
      [],
    );
  });

  test('is one file that only its owner may read', async () => {
    const report = await captureOutput(backup, [file], kvitt.database.env);
    assert.match(
      report,
      /^Backed up \d+ rows of \d+ tables\.\nThe secret \(.*\) is not part of the backup\. /,
    );
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ['books.kvitt']);
  });

  test('moves the books to a server, every row as it was, by a role without special rights', async () => {
    server = await fresh(createUnprivilegedDatabase);
    await captureOutput(restore, [file], server.env);
    const plain = await fresh(() => freshDatabase('postgres'));
    await withDatabase(plain.env, migrate);
    await withDatabase(server.env, async (db) => {
      assert.deepEqual(await readAllRows(db), original);
      assert.deepEqual(await readConstraints(db), await withDatabase(plain.env, readConstraints));
    });
  });

  test('moves them back by pipes, every row as it was', async () => {
    const { stdout } = await succeeds(['backup', '-'], server.env);
    const back = await fresh(() => freshDatabase('embedded'));
    await succeeds(['restore', '-'], back.env, stdout);
    assert.deepEqual(await withDatabase(back.env, readAllRows), original);
  });

  test('is refused by a database that has accounts', async () => {
    await refuses(restore, [file], server.env, /has accounts in it.* Nothing was changed\.$/);
    assert.deepEqual(await withDatabase(server.env, readAllRows), original);
  });

  test('is refused where the secret is another, unless that is wanted', async () => {
    const other = await fresh(() => freshDatabase('postgres'));
    const env = { ...other.env, KVITT_SECRET: 'quite another secret' };
    await refuses(restore, [file], env, /made under another secret.*--new-secret/);
    await captureOutput(restore, [file, '--new-secret'], env);
    const [{ count = 0 } = {}] = await withDatabase(env, (db) =>
      db.query<{ count: number }>(sql`select count(*) from accounts`),
    );
    assert.equal(count, original.accounts?.length);
  });

  test('that is damaged, cut off, from a newer release or none at all does not touch the database', async () => {
    const untouched = await fresh(() => freshDatabase('postgres'));
    const bytes = readFileSync(file);
    const flipped = Buffer.from(bytes);
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1;
    const newer = rewriteBackup(file, ([header = '', ...rest]) => {
      const parsed = JSON.parse(header);
      parsed.migrations.push({ version: 9999, name: '9999_later.sql' });
      return [JSON.stringify(parsed), ...rest];
    });
    const cases: [Buffer, RegExp][] = [
      [flipped, /^The backup is (damaged|not complete)/],
      [bytes.subarray(0, -100), /^The backup is not complete/],
      [
        newer,
        /schema change 9999_later\.sql, which this build does not know: restore it with the newer kvitt/,
      ],
      [Buffer.from('PK a zip of something'), /^The file is not a Kvitt backup/],
    ];
    for (const [bad, message] of cases) {
      writeFileSync(join(folder, 'bad'), bad);
      await refuses(restore, [join(folder, 'bad')], untouched.env, message);
    }
    assert.match(await refused(['restore', '-'], untouched.env, flipped), cases[0]?.[1] ?? /never/);
    const unread: [path: string, message: RegExp][] = [
      [
        join(folder, 'none'),
        /none cannot be read: there is no such file or directory\. Nothing was changed\.$/,
      ],
      [folder, /cannot be read: it is a directory\. Nothing was changed\.$/],
    ];
    for (const [path, message] of unread) await refuses(restore, [path], untouched.env, message);
    await refuses(restore, [], untouched.env, /^Name one file: kvitt restore FILE/);
    await refuses(restore, [file, '--force'], untouched.env, /^Unknown option '--force'/);
    const [found] = await withDatabase(untouched.env, (db) =>
      db.query(sql`select to_regclass('schema_migrations') as migrations`),
    );
    assert.deepEqual(found, { migrations: null });
  });

  test('of nothing is refused, and makes nothing', async () => {
    const nowhere = { KVITT_DATA_DIR: join(folder, 'nowhere') };
    const target = join(folder, 'nothing.kvitt');
    await refuses(backup, [target], nowhere, /^There is nothing to back up: no database is in/);
    assert.ok(!existsSync(nowhere.KVITT_DATA_DIR));
    const empty = await fresh(() => freshDatabase('postgres'));
    await refuses(backup, [target], empty.env, /^There is nothing to back up/);
    assert.ok(!existsSync(target));
  });

  test('replaces no file unasked, and nothing but files', async () => {
    const target = join(folder, 'other.kvitt');
    writeFileSync(target, 'other');
    await refuses(backup, [target], server.env, /already exists: .* --force$/);
    assert.equal(readFileSync(target, 'utf8'), 'other');
    await captureOutput(backup, [target, '--force'], server.env);
    assert.equal(statSync(target).mode & 0o777, 0o600);
    assert.ok(statSync(target).size > 1000);
    await refuses(backup, [folder, '--force'], server.env, /is not a regular file$/);
    assert.ok(!readdirSync(folder).some((name) => name.endsWith('.part')));
  });

  test('that cannot be written is refused in words', async () => {
    const nowhere = join(folder, 'nowhere', 'books.kvitt');
    await refuses(backup, [nowhere], server.env, /books\.kvitt cannot be written: there is no such file/);
  });

  test('that is told to stop leaves nothing behind; of one that is killed the next names what is left', async () => {
    const own = mkdtempSync(join(folder, 'broken-off-'));
    const target = join(own, 'books.kvitt');
    const drafts = () => readdirSync(own).filter((name) => name.endsWith('.part'));
    const holder = new pg.Client({ connectionString: server.env.DATABASE_URL });
    await holder.connect();
    try {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
        // While somebody holds a table, a backup waits.
        await holder.query('begin; lock table invoices in access exclusive mode');
        const child = spawn('bin/kvitt', ['backup', target], {
          cwd: ROOT,
          env: { ...COMMAND_ENV, ...server.env },
          stdio: 'ignore',
        });
        const ended = once(child, 'close');
        await until('the backup is under way', () => drafts().length === 1, 180_000);
        child.kill(signal);
        assert.deepEqual(await ended, [null, signal]);
        assert.equal(drafts().length, signal === 'SIGKILL' ? 1 : 0, signal);
        assert.ok(!existsSync(target));
        await holder.query('rollback');
      }
      const report = await captureOutput(backup, [target], server.env);
      assert.match(
        report,
        /books\.kvitt\.\d+\.part is left over from an interrupted backup and can be removed\./,
      );
      assert.deepEqual(drafts().length, 1);
    } finally {
      await holder.end();
    }
  });

  test('serves on as before: keys, people, links and prints, and the next number', async () => {
    const service = await startService(testConfig(server.env));
    try {
      const url = service.address;
      const seller = new Client(url, made.seller.username, made.seller.apiKey);
      assert.equal((await seller.ok('get-invoice-pdf', { guid: made.guid })).file, made.pdf);
      for (const username of [seller.username, made.member])
        assert.equal((await new Person(url).signIn({ username })).location, '/account');
      assert.equal((await fetch(url + made.link)).status, 200);
      const before = await seller.ok('get-invoices', { limit: 1000 });
      const highest = Math.max(...before.map(({ number }: { number: string }) => Number(number)));
      const guid = await seller.ok('create-invoice', { data: invoice() });
      assert.equal(Number((await seller.ok('get-invoice', { guid })).number), highest + 1);
    } finally {
      await service.stop();
    }
  });

  test('taken while invoices are issued holds whole invoices only, numbered without a gap', async () => {
    const live = join(folder, 'live.kvitt');
    const service = await startService(testConfig(server.env));
    const seller = new Client(service.address, made.seller.username, made.seller.apiKey);
    let issued = 0;
    let over = false;
    const issuing = async () => {
      while (!over) {
        await seller.ok('create-invoice', { data: invoice() });
        issued += 1;
      }
    };
    try {
      const backingUp = succeeds(['backup', live], server.env).finally(() => {
        over = true;
      });
      await Promise.all([backingUp, issuing(), issuing(), issuing()]);
    } finally {
      over = true;
      await service.stop();
    }
    assert.ok(issued > 20, `${issued} invoices were issued meanwhile`);
    const copy = await fresh(() => freshDatabase('postgres'));
    await captureOutput(restore, [live], copy.env);
    const [sums] = await withDatabase(copy.env, (db) =>
      db.query<Record<string, number>>(sql`
        select count(*) filter (where number is not null) - max(number) as gaps,
          max(number) - (select last from counters c where c.account_id = a.account_id and series = 'invoice') as ahead,
          count(*) filter (where not exists (select from invoice_lines l
            where l.account_id = i.account_id and l.invoice_id = i.id)) as bare
        from accounts a join invoices i on i.account_id = a.account_id and i.kind = 'invoice'
        where a.username = ${seller.username} group by a.account_id`),
    );
    assert.deepEqual(sums, { gaps: 0, ahead: 0, bare: 0 });
  });
});
