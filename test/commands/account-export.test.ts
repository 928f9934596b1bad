import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exportAccountCommand } from '../../src/commands/export-account.ts';
import { importAccountCommand } from '../../src/commands/import-account.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { zipStream } from '../../src/kernel/node/zip-stream.ts';
import { type Service, startService } from '../../src/service.ts';
import { createFullBooks, readAllRows, withDatabase } from '../support/backups.ts';
import { Client, invoice } from '../support/client.ts';
import { createCompleteCost } from '../support/costs.ts';
import { freshDatabase, type TestDatabase, testConfig } from '../support/databases.ts';
import { ENDPOINTS } from '../support/endpoints/all.ts';
import { select } from '../support/select.ts';
import { TestService } from '../support/service.ts';
import { unzip } from '../support/unzip.ts';

/** Reads of what is left behind on purpose: access, waiting calls and the exports themselves. */
const LEFT_BEHIND = /^hello$|webhook|bookkeeper|tenant|proposal|get-exports?$|account-import/;

/** Without the addresses of the installation and the name of the account. */
const plain = (answer: object, { url, username }: Client) =>
  JSON.parse(
    JSON.stringify(answer)
      .replaceAll(url, 'https://kvitt')
      .replaceAll(/(https:\/\/kvitt\/[a-z-]+\/)[\w-]+/g, '$1token')
      .replaceAll(username, 'seller'),
  );

async function runCommand(
  command: typeof exportAccountCommand,
  args: string[],
  database: TestDatabase,
): Promise<string> {
  const { log, error } = console;
  const printed: string[] = [];
  console.log = (line: string) => printed.push(line);
  console.error = () => {};
  try {
    await command(args, testConfig(database.env));
  } finally {
    Object.assign(console, { log, error });
  }
  return printed.join('\n');
}

describe('an export of an account', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvitt-account-'));
  const file = join(folder, 'account.zip');
  const kvitt = new TestService();
  let books: Awaited<ReturnType<typeof createFullBooks>>;
  let embedded: TestDatabase;
  let service: Service | undefined;
  let seller: Client;
  let files: Map<string, Buffer>;

  before(async () => {
    await kvitt.startOwn('postgres');
    books = await createFullBooks(kvitt);
    const history = await createCompleteCost(books.seller);
    await select(
      kvitt.service.engine.kernel.db,
      sql`update costs set is_imported = true, accounting_status = 'Skipped' where guid = ${history} returning guid`,
    );
    embedded = await freshDatabase('embedded');
  });
  after(async () => {
    await service?.stop();
    await kvitt.stop();
    await embedded.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const exportTo = (path: string, username: string, database: TestDatabase) =>
    runCommand(exportAccountCommand, ['--username', username, path], database);
  const importAs = (username: string, path: string, database: TestDatabase) =>
    runCommand(
      importAccountCommand,
      [path, '--username', username, '--password', 'a good password'],
      database,
    );
  const rowsIn = (archive: Map<string, Buffer>, table: string) =>
    (archive.get(`${table}.jsonl`)?.toString() ?? '').trimEnd().split('\n').filter(Boolean);

  /** The archive with other files, under a manifest that names them. */
  const rewrite = async (name: string, change: (files: Map<string, Buffer>) => void) => {
    const changed = new Map(files);
    change(changed);
    const manifest = JSON.parse(changed.get('manifest.json')?.toString() ?? '');
    for (const entry of manifest.files) {
      const bytes = changed.get(entry.path) ?? Buffer.alloc(0);
      Object.assign(entry, {
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
    }
    changed.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
    const chunks = [];
    const entries = [...changed].map(([path, bytes]) => ({ name: path, chunks: [bytes] }));
    for await (const chunk of zipStream(entries)) chunks.push(chunk);
    writeFileSync(join(folder, name), Buffer.concat(chunks));
    return join(folder, name);
  };

  test('has a manifest that names every file with its digest, and a README', async () => {
    await exportTo(file, books.seller.username, kvitt.database);
    files = unzip(readFileSync(file));
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '');
    assert.deepEqual([manifest.format, manifest.version], ['kvitt-account', 1]);
    const named = manifest.files.map(({ path }: { path: string }) => path);
    assert.deepEqual([...files.keys()], [...named, 'manifest.json']);
    for (const { path, size, sha256 } of manifest.files) {
      const bytes = files.get(path) ?? Buffer.alloc(0);
      assert.deepEqual(
        [bytes.length, createHash('sha256').update(bytes).digest('hex')],
        [size, sha256],
        path,
      );
    }
    for (const [table, count] of Object.entries(manifest.counts))
      assert.equal(rowsIn(files, table).length, count, table);
    assert.match(files.get('README.md')?.toString() ?? '', /`customers\.jsonl`: Customers/);
    const rows = rowsIn(files, 'invoices').map((row) => JSON.parse(row));
    const { number } = rows.find(({ guid }) => guid === books.guid);
    assert.ok(rowsIn(files, 'costs').some((row) => JSON.parse(row).is_imported));
    assert.ok(files.get(`invoices/${number}.pdf`)?.equals(Buffer.from(books.pdf, 'base64')));
    assert.match(files.get(`invoices/${number}.xml`)?.toString() ?? '', /<cbc:ID>/);
  });

  test('has neither secrets nor anything of other accounts', async () => {
    const db = kvitt.service.engine.kernel.db;
    const secrets = await select<{ secret: string }>(
      db,
      sql`select encode(api_key_digest, 'hex') as secret from accounts
        union all select password_hash from accounts union all select password_hash from people where password_hash is not null
        union all select secret from second_factors union all select secret from webhooks
        union all select token from receipt_addresses union all select encode(digest, 'hex') from sessions
        union all select name from accounts where username <> ${books.seller.username}`,
    );
    assert.ok(secrets.length > 8);
    const text = [...files]
      .map(([name, bytes]) => (name.endsWith('.jsonl') ? bytes.toString() : ''))
      .join('');
    for (const { secret } of secrets) assert.ok(!text.includes(secret), secret);
  });

  test('makes an account on the other database that answers every read in the same way', async () => {
    const made = JSON.parse(await importAs('arrived', file, embedded));
    service = await startService(testConfig(embedded.env), { clock: () => kvitt.now() });
    seller = new Client(service.address, 'arrived', made.api_key);
    let compared = 0;
    for (const { path, writes, good } of ENDPOINTS) {
      if (writes || LEFT_BEHIND.test(path)) continue;
      const fields = good(books.books);
      const [before, now] = await Promise.all([books.seller.call(path, fields), seller.call(path, fields)]);
      assert.equal(now.status, true, `${path}: ${now.message}`);
      assert.deepEqual(plain(now, seller), plain(before, books.seller), path);
      compared += 1;
    }
    assert.ok(compared > 40, `${compared} endpoints were compared`);
    assert.equal((await seller.ok('get-invoice-pdf', { guid: books.guid })).file, books.pdf);
  });

  test('equals the export of the new account, except for the account, its people and its log', async () => {
    await service?.stop();
    service = undefined;
    const second = join(folder, 'second.zip');
    await exportTo(second, 'arrived', embedded);
    const again = unzip(readFileSync(second));
    const changed = [...new Set([...files.keys(), ...again.keys()])].filter(
      (name) => name.endsWith('.jsonl') && !files.get(name)?.equals(again.get(name) ?? Buffer.alloc(0)),
    );
    assert.deepEqual(changed, ['accounts.jsonl', 'people.jsonl', 'audit_log.jsonl']);
    const log = rowsIn(files, 'audit_log');
    assert.deepEqual(rowsIn(again, 'audit_log').slice(0, log.length), log);
  });

  test('continues with its own numbers and rows, and can be imported where it came from', async () => {
    const made = JSON.parse(await importAs('returned', file, kvitt.database));
    const returned = new Client(kvitt.url, 'returned', made.api_key);
    const guid = await returned.ok('create-invoice', { data: invoice() });
    const numbers = rowsIn(files, 'invoices').map((row) => Number(JSON.parse(row).number));
    const { file_name } = await returned.ok('get-invoice-pdf', { guid });
    assert.match(file_name, new RegExp(`\\b${Math.max(...numbers) + 1}\\.pdf$`));
  });

  test('of an earlier build without balances of bank accounts has them computed', async () => {
    const lines = rowsIn(files, 'bank_lines').map((row) => JSON.parse(row));
    const [most = []] = [...Map.groupBy(lines, (one) => one.bank_account_id).values()].sort(
      (one, other) => other.length - one.length,
    );
    most.sort((one, other) => one.booked_on.localeCompare(other.booked_on) || one.id - other.id);
    const [previous, last] = most.slice(-2);
    // 1,000 before the first line, and 250 that no line says before the last one.
    let balance = 1000;
    for (const line of most) {
      balance += Number(line.amount) + (line === last ? 250 : 0);
      line.balance = balance.toFixed(2);
    }
    const toFile = (rows: object[]) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const older = await rewrite('older.zip', (all) => {
      const accounts = rowsIn(all, 'bank_accounts').map((row) => JSON.parse(row));
      all.set(
        'bank_accounts.jsonl',
        toFile(accounts.map(({ opening_balance: _, gaps: __, ...kept }) => kept)),
      );
      all.set('bank_lines.jsonl', toFile(lines));
      const manifest = JSON.parse(all.get('manifest.json')?.toString() ?? '');
      const columns: string[] = manifest.columns.bank_accounts;
      manifest.columns.bank_accounts = columns.filter((one) => one !== 'opening_balance' && one !== 'gaps');
      all.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
    });
    await importAs('older', older, embedded);
    const made = JSON.parse(await importAs('older', older, kvitt.database));
    const now: any[] = await new Client(kvitt.url, 'older', made.api_key).ok('get-bank-accounts');
    const gaps = [{ from_date: previous.booked_on, to_date: last.booked_on, amount: 250 }];
    assert.ok(most.length > 2);
    assert.deepEqual(
      now.filter((one) => one.balance !== null).map((one) => [one.balance, one.balance_on, one.missing]),
      [[balance, last.booked_on, gaps]],
    );
  });

  test('is refused under a taken name, when it is damaged, or when its rows do not fit, and nothing is changed', async () => {
    const replaceRow = (table: string, from: RegExp, to: string) => (all: Map<string, Buffer>) =>
      all.set(`${table}.jsonl`, Buffer.from(all.get(`${table}.jsonl`)?.toString().replace(from, to) ?? ''));
    const damaged = join(folder, 'damaged.zip');
    const bytes = readFileSync(file);
    bytes[2000] = (bytes[2000] ?? 0) ^ 0xff;
    writeFileSync(damaged, bytes);
    const { sequences: _, ...before } = await withDatabase(kvitt.database.env, readAllRows);
    const cases: [path: string, why: RegExp][] = [
      [damaged, /damaged|is not the file that manifest\.json names/],
      [join(folder, 'none.zip'), /no such file/],
      [
        await rewrite('orphan.zip', replaceRow('invoice_lines', /"invoice_id":\d+/, '"invoice_id":99999999')),
        /does not fit the schema.*Nothing was changed/,
      ],
      [
        await rewrite('huge-id.zip', replaceRow('customers', /"id":\d+/, '"id":9007199254740991')),
        /id 9007199254740991/,
      ],
      [
        await rewrite('other-column.zip', replaceRow('customers', /"name":/, '"password_hash":')),
        /no JSON object of its columns/,
      ],
      [
        await rewrite('newer.zip', (all) => {
          const manifest = JSON.parse(all.get('manifest.json')?.toString() ?? '');
          all.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, schema: 99_999 })));
        }),
        /made by a newer Kvitt/,
      ],
    ];
    for (const [path, why] of cases)
      await assert.rejects(importAs('elsewhere', path, kvitt.database), why, path);
    await assert.rejects(importAs(books.member, file, kvitt.database), /is taken/);
    const { sequences: __, ...after } = await withDatabase(kvitt.database.env, readAllRows);
    assert.deepEqual(after, before);
  });
});
