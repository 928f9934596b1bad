import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { backup } from '../../src/commands/backup.ts';
import { restore } from '../../src/commands/restore.ts';
import { knownMigrations } from '../../src/kernel/database/migrate.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { startService } from '../../src/service.ts';
import {
  captureOutput,
  createFullBooks,
  createUnprivilegedDatabase,
  readAllRows,
  readConstraints,
  rewriterOf,
  runKvittCommand,
  withDatabase,
} from '../support/backups.ts';
import { Client, invoice } from '../support/client.ts';
import {
  freshDatabase,
  migratedDatabase,
  SECRET,
  type TestDatabase,
  testConfig,
} from '../support/databases.ts';
import { Person } from '../support/person.ts';
import { select } from '../support/select.ts';
import { TestService } from '../support/service.ts';
import { COMMAND_ENV, ROOT } from '../support/tree.ts';
import { until } from '../support/until.ts';

/** Tables that only some accounts use; every other table must have rows in this test. */
const MAY_BE_EMPTY = [
  'attempts',
  'checkouts',
  'cron_tasks',
  'fetched_einvoices',
  'invitations',
  'invoice_reminders',
  'known_recipients',
  'password_resets',
  'payments',
  'primary_timeline',
  'program_uses',
  'sale_images',
  'sandbox_checkouts',
  'sandbox_einvoices',
  'setup_keys',
  'task_images',
  'webhook_deliveries',
];

describe('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvitt-backup-'));
  const file = join(folder, 'books.kvitt');
  const kvitt = new TestService();
  const databases: TestDatabase[] = [];
  let books: Awaited<ReturnType<typeof createFullBooks>>;
  let embedded: TestDatabase;
  let server: TestDatabase;
  let original: Record<string, string[]>;
  let rewrite: ReturnType<typeof rewriterOf>;

  const createDatabase = async (create: () => Promise<TestDatabase>) => {
    const database = await create();
    databases.push(database);
    return database;
  };
  const assertSucceeds = async (args: string[], env: TestDatabase['env'], input?: Buffer) => {
    const result = await runKvittCommand(args, env, input);
    assert.equal(result.code, 0, result.stderr);
    return result;
  };
  /** Asserts that the command is refused with a message and without a stack trace. */
  const assertRefused = (
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
  const assertCommandRefused = async (args: string[], env: TestDatabase['env'], input?: Buffer) => {
    const { code, stdout, stderr } = await runKvittCommand(args, env, input);
    assert.deepEqual([code, stdout.length], [1, 0], stderr);
    assert.doesNotMatch(stderr, /\n +at /);
    return stderr;
  };

  before(async () => {
    await kvitt.startOwn('postgres');
    books = await createFullBooks(kvitt);
    await kvitt.service.stop();
  });
  after(async () => {
    await kvitt.database.drop();
    for (const { drop } of databases) await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is refused while a service uses the embedded database', async () => {
    const serving = new TestService();
    await serving.start('embedded');
    assert.match(
      await assertCommandRefused(['backup', file], serving.database.env),
      /is in use by another kvitt process/,
    );
    assert.deepEqual(readdirSync(folder), []);
    await serving.stop();
  });

  test('covers books with rows in nearly every table', async () => {
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
    rewrite = rewriterOf(file);
  });

  test('restores every row in an embedded database', async () => {
    embedded = await createDatabase(() => freshDatabase('embedded'));
    await captureOutput(restore, [file], embedded.env);
    assert.deepEqual(await withDatabase(embedded.env, readAllRows), original);
  });

  test('restores every row on a server through a pipe, as a role without special privileges', async () => {
    const { stdout } = await assertSucceeds(['backup', '-'], embedded.env);
    server = await createDatabase(createUnprivilegedDatabase);
    await assertSucceeds(['restore', '-'], server.env, stdout);
    const migrated = await createDatabase(() => migratedDatabase('postgres'));
    await withDatabase(server.env, async (db) => {
      assert.deepEqual(await readAllRows(db), original);
      assert.deepEqual(await readConstraints(db), await withDatabase(migrated.env, readConstraints));
    });
  });

  test('is not restored into a database that has accounts', async () => {
    await assertRefused(restore, [file], server.env, /has accounts in it.* Nothing was changed\.$/);
    assert.deepEqual(await withDatabase(server.env, readAllRows), original);
  });

  test('is not restored under another secret unless --new-secret is given, and continues the numbers above those that a table has, whatever its sequences say', async () => {
    const other = await createDatabase(() => freshDatabase('postgres'));
    const env = { ...other.env, KVITT_SECRET: 'quite another secret' };
    await assertRefused(restore, [file], env, /made under another secret.*--new-secret/);
    const lowered = rewrite(
      (lines) =>
        lines.map((line) => (line.startsWith('{"table"') ? line.replaceAll(/:"\d+"/g, ':"1"') : line)),
      { secret: SECRET },
    );
    writeFileSync(join(folder, 'lowered'), lowered);
    await assertRefused(restore, [join(folder, 'lowered')], env, /made under another secret.*--new-secret/);
    await captureOutput(restore, [join(folder, 'lowered'), '--new-secret'], env);
    const [{ count = 0, next, highest } = { next: 0, highest: 1 }] = await withDatabase(env, (db) =>
      select<{ count: number; next: number; highest: number }>(
        db,
        sql`select (select count(*) from accounts) as count,
          nextval(pg_get_serial_sequence('invoices', 'id'))::int as next, max(id)::int as highest from invoices`,
      ),
    );
    assert.equal(count, original.accounts?.length);
    assert.ok(next > highest, `${next} after ${highest}`);
  });

  test('is refused when its content was changed, or its HMAC was removed, unless that is asked for', async () => {
    const target = await createDatabase(() => freshDatabase('postgres'));
    const changed = join(folder, 'changed');
    const rename = (lines: string[]) => lines.map((line) => line.replace('Kaupandi', 'Changed!'));
    writeFileSync(changed, rewrite(rename));
    await assertRefused(
      restore,
      [changed],
      target.env,
      /was changed after it was made.* Nothing was changed\.$/,
    );
    await assertRefused(restore, [changed, '--unauthenticated'], target.env, /was changed after it was made/);
    writeFileSync(
      changed,
      rewrite((lines) => lines, { isStripped: true }),
    );
    await assertRefused(restore, [changed], target.env, /has no HMAC.*--unauthenticated/);
    assert.match(
      await captureOutput(restore, [changed, '--unauthenticated'], target.env),
      /was not authenticated/,
    );
  });

  test('leaves the database untouched when its parts contradict each other', async () => {
    const untouched = await createDatabase(() => freshDatabase('postgres'));
    const rewritten = (change: (lines: string[]) => string[]) => rewrite(change, { secret: SECRET });
    const inHeader = (change: (header: any) => void) =>
      rewritten(([header = '', ...rest]) => {
        const parsed = JSON.parse(header);
        change(parsed);
        return [JSON.stringify(parsed), ...rest];
      });
    const { name: newest = '' } = knownMigrations().at(-1) ?? {};
    const beginning = gzipSync(
      gunzipSync(readFileSync(file)).toString().split('\n').slice(0, 2).join('\n').concat('\n'),
    );
    const cases: [Buffer, RegExp][] = [
      [
        inHeader(({ migrations }) => migrations.pop()),
        /^The (header of the backup|table \w+ of the backup|backup)/,
      ],
      [
        rewritten((lines) => lines.filter((line) => !(line.startsWith('[') && line.includes(newest)))),
        /^The header of the backup names other schema changes/,
      ],
      [inHeader(({ migrations }) => migrations.push(migrations[0])), /does not fit the schema/],
      [inHeader((header) => (header.kvitt = '\u001b]0;x\u0007')), /^The file is not a Kvitt backup/],
      [
        rewritten((lines) =>
          lines.map((line) => line.replace(/"columns":\["(\w+)","(\w+)"/, '"columns":["$1,$2"')),
        ),
        /^The backup is damaged/,
      ],
      [
        rewritten((lines) => lines.map((line) => (line.startsWith('[') ? '[]' : line))),
        /^The backup is damaged/,
      ],
      // Blanks compress a thousandfold. It is refused where it has grown too far, long before its end.
      [
        Buffer.concat([beginning, ...Array(80).fill(gzipSync(`[${' '.repeat(1e6)}]\n`))]),
        /^The backup is damaged/,
      ],
    ];
    for (const [bad, message] of cases) {
      writeFileSync(join(folder, 'bad'), bad);
      await assertRefused(restore, [join(folder, 'bad')], untouched.env, message);
    }
    const [found] = await withDatabase(untouched.env, (db) =>
      select(db, sql`select to_regclass('schema_migrations') as migrations`),
    );
    assert.deepEqual(found, { migrations: null });
  });

  test('leaves the database untouched when it is damaged, truncated, from a newer release or not a backup', async () => {
    const untouched = await createDatabase(() => freshDatabase('postgres'));
    const bytes = readFileSync(file);
    const damaged = Buffer.from(bytes);
    damaged[bytes.length >> 1] = (damaged[bytes.length >> 1] ?? 0) ^ 1;
    const newer = rewrite(([header = '', ...rest]) => {
      const parsed = JSON.parse(header);
      parsed.migrations.push({ version: 9999, name: '9999_later.sql' });
      return [JSON.stringify(parsed), ...rest];
    });
    const cases: [Buffer, RegExp][] = [
      [damaged, /^The backup is (damaged|not complete)/],
      [bytes.subarray(0, -100), /^The backup is not complete/],
      [
        newer,
        /schema change 9999_later\.sql, which this build does not know: restore it with the newer kvitt/,
      ],
      [Buffer.from('PK a zip of something'), /^The file is not a Kvitt backup/],
    ];
    for (const [bad, message] of cases) {
      writeFileSync(join(folder, 'bad'), bad);
      await assertRefused(restore, [join(folder, 'bad')], untouched.env, message);
    }
    assert.match(
      await assertCommandRefused(['restore', '-'], untouched.env, damaged),
      cases[0]?.[1] ?? /never/,
    );
    const unreadable: [path: string, message: RegExp][] = [
      [
        join(folder, 'none'),
        /none cannot be read: there is no such file or directory\. Nothing was changed\.$/,
      ],
      [folder, /cannot be read: it is a directory\. Nothing was changed\.$/],
    ];
    for (const [path, message] of unreadable) await assertRefused(restore, [path], untouched.env, message);
    await assertRefused(restore, [], untouched.env, /^Name one file: kvitt restore FILE/);
    await assertRefused(restore, [file, '--force'], untouched.env, /^Unknown option '--force'/);
    const [found] = await withDatabase(untouched.env, (db) =>
      select(db, sql`select to_regclass('schema_migrations') as migrations`),
    );
    assert.deepEqual(found, { migrations: null });
  });

  test('is refused when there is no database, and creates no file', async () => {
    const missing = { KVITT_DATA_DIR: join(folder, 'nowhere') };
    const target = join(folder, 'nothing.kvitt');
    await assertRefused(backup, [target], missing, /^There is nothing to back up: no database is in/);
    assert.ok(!existsSync(missing.KVITT_DATA_DIR));
    const empty = await createDatabase(() => freshDatabase('postgres'));
    await assertRefused(backup, [target], empty.env, /^There is nothing to back up/);
    assert.ok(!existsSync(target));
  });

  test('overwrites a file only with --force, and never anything but a file', async () => {
    const target = join(folder, 'other.kvitt');
    writeFileSync(target, 'other');
    await assertRefused(backup, [target], server.env, /already exists: .* --force$/);
    assert.equal(readFileSync(target, 'utf8'), 'other');
    await captureOutput(backup, [target, '--force'], server.env);
    assert.equal(statSync(target).mode & 0o777, 0o600);
    assert.ok(statSync(target).size > 1000);
    await assertRefused(backup, [folder, '--force'], server.env, /is not a regular file$/);
    assert.ok(!readdirSync(folder).some((name) => name.endsWith('.part')));
  });

  test('is refused with a message when the file cannot be written', async () => {
    const missing = join(folder, 'nowhere', 'books.kvitt');
    await assertRefused(
      backup,
      [missing],
      server.env,
      /books\.kvitt cannot be written: there is no such file/,
    );
  });

  test('leaves no partial file when it is terminated, and reports the partial file of a killed backup', async () => {
    const own = mkdtempSync(join(folder, 'broken-off-'));
    const target = join(own, 'books.kvitt');
    const partialFiles = () => readdirSync(own).filter((name) => name.endsWith('.part'));
    const lockHolder = new pg.Client({ connectionString: server.env.DATABASE_URL });
    await lockHolder.connect();
    try {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
        // A backup waits while another session locks a table.
        await lockHolder.query('begin; lock table invoices in access exclusive mode');
        const child = spawn('bin/kvitt', ['backup', target], {
          cwd: ROOT,
          env: { ...COMMAND_ENV, ...server.env },
          stdio: 'ignore',
        });
        const result = once(child, 'close');
        await until('the backup has started', () => partialFiles().length === 1, 180_000);
        child.kill(signal);
        assert.deepEqual(await result, [null, signal]);
        assert.equal(partialFiles().length, signal === 'SIGKILL' ? 1 : 0, signal);
        assert.ok(!existsSync(target));
        await lockHolder.query('rollback');
      }
      const report = await captureOutput(backup, [target], server.env);
      assert.match(
        report,
        /books\.kvitt\.\d+\.part is left over from an interrupted backup or export and can be removed\./,
      );
      assert.deepEqual(partialFiles().length, 1);
    } finally {
      await lockHolder.end();
    }
  });

  test('keeps keys, people, links, PDF files and the next invoice number', async () => {
    const service = await startService(testConfig(server.env));
    try {
      const url = service.address;
      const seller = new Client(url, books.seller.username, books.seller.apiKey);
      assert.equal((await seller.ok('get-invoice-pdf', { guid: books.guid })).file, books.pdf);
      for (const username of [seller.username, books.member])
        assert.equal((await new Person(url).signIn({ username })).location, '/account');
      assert.equal((await fetch(url + books.link)).status, 200);
      const before = await seller.ok('get-invoices', { limit: 1000 });
      const highest = Math.max(...before.map(({ number }: { number: string }) => Number(number)));
      const guid = await seller.ok('create-invoice', { data: invoice() });
      assert.equal(Number((await seller.ok('get-invoice', { guid })).number), highest + 1);
    } finally {
      await service.stop();
    }
  });

  test('contains only whole invoices without number gaps when it is taken while invoices are issued', async () => {
    const live = join(folder, 'live.kvitt');
    const service = await startService(testConfig(server.env));
    const seller = new Client(service.address, books.seller.username, books.seller.apiKey);
    let issued = 0;
    let isOver = false;
    const issueInvoices = async () => {
      while (!isOver) {
        await seller.ok('create-invoice', { data: invoice() });
        issued += 1;
      }
    };
    try {
      const backingUpDone = assertSucceeds(['backup', live], server.env).finally(() => {
        isOver = true;
      });
      await Promise.all([backingUpDone, issueInvoices(), issueInvoices(), issueInvoices()]);
    } finally {
      isOver = true;
      await service.stop();
    }
    assert.ok(issued > 20, `${issued} invoices were issued meanwhile`);
    const copy = await createDatabase(() => freshDatabase('postgres'));
    await captureOutput(restore, [live], copy.env);
    const [sums] = await withDatabase(copy.env, (db) =>
      select<Record<string, number>>(
        db,
        sql`
        select count(*) filter (where number is not null) - max(number) as gaps,
          max(number) - (select last from counters c where c.account_id = a.account_id and series = 'invoice') as ahead,
          count(*) filter (where not exists (select from invoice_lines l
            where l.account_id = i.account_id and l.invoice_id = i.id)) as bare
        from accounts a join invoices i on i.account_id = a.account_id and i.kind = 'invoice'
        where a.username = ${seller.username} group by a.account_id`,
      ),
    );
    assert.deepEqual(sums, { gaps: 0, ahead: 0, bare: 0 });
  });
});
