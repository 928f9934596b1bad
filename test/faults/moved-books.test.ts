import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Service, startService } from '../../src/service.ts';
import { companyKennitala } from '../domain/generators.ts';
import { Client, invoice, line } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { createCost, tryToApproveCost } from '../support/costs.ts';
import { creditNote } from '../support/credits.ts';
import { type DatabaseKind, freshDatabase, type TestDatabase, testConfig } from '../support/databases.ts';
import { PDF } from '../support/endpoints/costs.ts';
import { runJobs } from '../support/jobs.ts';
import { PASSWORD } from '../support/person.ts';
import { seededRandom } from '../support/random-books.ts';
import { readBooks } from '../support/read-books.ts';
import { sumLines } from '../support/scenarios.ts';
import { TestService } from '../support/service.ts';
import { ROOT } from '../support/tree.ts';
import { unzip } from '../support/unzip.ts';

/** By hand 2000 with more kills, there and back; otherwise a few, there, with one kill. */
const INVOICES = Number(process.env.KVITT_MOVED_INVOICES ?? 12);
const KILLS = Number(process.env.KVITT_MOVED_KILLS ?? 0);
const IS_LONG = KILLS > 0;
const SEED = Number(process.env.KVITT_MOVED_SEED ?? 20260317);
const COSTS = Math.ceil(INVOICES / 4);
const CUSTOMERS = Math.max(5, Math.ceil(INVOICES / 25));
const YEARS = [2025, 2026];
const DAY_MS = 86_400_000;
const TODAY = Date.parse('2026-03-17');
/** What the import itself changes: the name of the account, who can sign in, and the log that says so. */
const OWN = ['README.md', 'accounts.jsonl', 'people.jsonl', 'audit_log.jsonl'];

/** Whether a command has come as far as it is to be killed, by what it has said and written. */
type IsFarEnough = (said: string) => boolean;

const POLL_MS = 2;

/** Runs a command of the operator, and kills it where it has come far enough. */
async function kvittCommand(args: string[], { env }: TestDatabase, isFarEnough?: IsFarEnough) {
  const child = spawn('bin/kvitt', args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, KVITT_DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += chunk));
  child.stderr.on('data', (chunk) => (output.err += chunk));
  let wasReached = false;
  const killWhereReached = () => {
    if (wasReached || !child.pid || !isFarEnough?.(output.err)) return;
    wasReached = true;
    process.kill(-child.pid, 'SIGKILL');
  };
  child.stderr.on('data', killWhereReached);
  const timer = isFarEnough && setInterval(killWhereReached, POLL_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(timer);
  return { ...output, code, wasReached };
}

describe('books that move to another installation and back', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvitt-moved-'));
  const random = seededRandom(SEED);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const kvitt = new TestService();
  const databases: TestDatabase[] = [];
  const archives: ReadonlyMap<string, Buffer>[] = [];
  let seller: Client;
  let read: Record<string, unknown>;

  before(async () => {
    await kvitt.startOwn('postgres');
    seller = await kvitt.account({ registration_no: companyKennitala(840) });
  });
  after(async () => {
    await kvitt.stop();
    for (const database of databases) await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const dayAt = (age: number) => new Date(TODAY - age * DAY_MS).toISOString().slice(0, 10);

  /** An invoice of one of two years, and what became of it since. */
  async function sell(n: number): Promise<void> {
    const age = whole(1, 700);
    const isForeign = n % 10 === 0;
    const money = isForeign ? { currency: 'EUR', exchange_rate: whole(1300, 1600) / 10 } : {};
    const items = Array.from({ length: whole(1, 4) }, (_, i) =>
      line({
        item_number: `V-${whole(1, 20)}`,
        description: `Vara ${i} & „þjónusta“`,
        qty: whole(1, 9),
        unit_price: whole(100, 900_000) / 100,
        tax: ['S', 'AA', 'Z'][whole(0, 2)],
      }),
    );
    const customer = { name: `Kaupandi ${n % CUSTOMERS} ehf.`, output_select: 4 };
    const registration_no = companyKennitala(841 + (n % CUSTOMERS));
    const due = dayAt(age - 14);
    const days = { issue_date: dayAt(age), due_date: due, settlement_date: due };
    const named = {
      customer: { ...customer, registration_no },
      amount: sumLines(items as unknown as Parameters<typeof sumLines>[0]).amount,
    };
    const data = invoice({ ...named, items, ...days, ...money });
    const guid = await seller.ok('create-invoice', { data });
    const { amount } = await seller.ok('get-invoice', { guid });
    const fate = whole(0, 9);
    const pay = (part: number) =>
      seller.ok('record-payment', {
        data: {
          amount: isForeign ? Number((amount * part).toFixed(2)) : Math.round(amount * part) || 1,
          paid_on: dayAt(whole(0, age)),
          ...(isForeign && { currency: 'EUR' }),
          allocations: [{ invoice_guid: guid }],
        },
      });
    if (fate < 4) await pay(1);
    else if (fate < 6) await pay(0.4);
    else if (fate === 6) {
      const today = { issue_date: dayAt(0), due_date: dayAt(0), settlement_date: dayAt(0) };
      await seller.ok('create-invoice', creditNote(guid, amount, today));
    } else if (fate === 7) await seller.call('write-off-invoice', { guid, data: { reason: 'Gjaldþrot' } });
  }

  async function buy(n: number): Promise<void> {
    const file = { name: `kvittun-${n}.pdf`, bytes: Buffer.concat([PDF, Buffer.from(`\n% ${n} ${SEED}`)]) };
    const fields = {
      ...{ date: dayAt(whole(1, 700)), amount: whole(100, 900_000), how_paid: whole(1, 3), type: '2093' },
      ...{ supplier_name: `Birgir ${n % 9} hf.`, supplier_id: companyKennitala(700 + (n % 9)) },
      description: `Kostnaður ${n}`,
    };
    const guid = await createCost(seller, 'create-cost-adv', fields, file);
    if (n % 3 > 0) assert.equal((await tryToApproveCost(kvitt, seller, guid)).status, 200);
  }

  const readAll = async (client: Client) => {
    const person = await signInToConsole(client);
    const books: Record<string, unknown> = {};
    for (const year of YEARS) Object.assign(books, await readBooks(client, person, year));
    for (const page of [1, 2, 3, 4, 5, 6])
      books[`costs ${page}`] = await client.ok('get-costs', { limit: 100, page });
    books.payments = await client.ok('get-payments', { limit: 1000 });
    books.payables = await client.ok('get-aged-payables');
    const period = { from_date: '2024-01-01', to_date: '2026-12-31' };
    books.journal = (
      await client.ok('export-journal', { data: { ...period, layout: 'general' }, dry_run: 1 })
    ).file;
    // The log of the account has the import itself.
    delete (books['desk get-overview {}'] as { activity?: unknown }).activity;
    const plain = JSON.stringify(books)
      .replaceAll(client.url, 'https://kvitt')
      .replaceAll(/(https:\/\/kvitt\/[a-z-]+\/)[\w-]+/g, '$1token')
      .replaceAll(client.username, 'seller');
    return JSON.parse(plain) as Record<string, unknown>;
  };

  /** Writes the archive; killed before while it grows, which leaves nothing that is taken for an archive. */
  async function exportFrom(database: TestDatabase, username: string): Promise<string> {
    const path = join(folder, `${username}.zip`);
    const args = ['account', 'export', '--username', username, path];
    for (let n = 0; n < KILLS; n += 1) {
      const earlier = readdirSync(folder);
      const size = whole(0, 200_000);
      const killed = await kvittCommand(args, database, () => sizeOfNew(earlier) >= size);
      assert.ok(killed.wasReached || killed.code === 0, killed.err);
      if (killed.code === 0) rmSync(path);
      else assert.equal(existsSync(path), false);
    }
    const done = await kvittCommand([...args, '--force'], database);
    assert.equal(done.code, 0, done.err);
    archives.push(unzip(readFileSync(path)));
    return path;
  }

  /** The bytes of the archive that is being written, which has another name until it is whole; -1 while there is none. */
  function sizeOfNew(earlier: readonly string[]): number {
    const name = readdirSync(folder).find((one) => one.endsWith('.part') && !earlier.includes(one));
    return name === undefined ? -1 : (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? -1);
  }

  /** Makes the account of the archive; after a kill between two tables there is none, or all of it where the kill came too late. */
  async function importInto(database: TestDatabase, path: string, username: string): Promise<string> {
    const args = ['account', 'import', path, '--password', PASSWORD, '--username'];
    const tables = archives.at(-1)?.get('manifest.json')?.toString() ?? '';
    const counts = Object.values(JSON.parse(tables).counts as Record<string, number>).filter((n) => n > 0);
    for (let n = 0; n < Math.max(KILLS, 1); n += 1) {
      const last = whole(1, Math.ceil(counts.length / 2));
      const isFarEnough = (said: string) => (said.match(/: \d+ rows$/gm)?.length ?? 0) >= last;
      const killed = await kvittCommand([...args, `${username}-${n}`], database, isFarEnough);
      assert.ok(killed.wasReached, `no kill at table ${last}: ${killed.err}`);
    }
    const done = await kvittCommand([...args, username], database);
    assert.equal(done.code, 0, done.err);
    return JSON.parse(done.out).api_key;
  }

  async function move(
    kind: DatabaseKind,
    path: string,
    username: string,
    t: { diagnostic(text: string): void },
  ) {
    const began = performance.now();
    const database = await freshDatabase(kind);
    databases.push(database);
    const key = await importInto(database, path, username);
    const ms = Math.round(performance.now() - began);
    t.diagnostic(`imported into ${kind} with ${KILLS} kills before in ${ms} ms`);
    const service: Service = await startService(testConfig(database.env), { clock: () => kvitt.now() });
    try {
      const now = await readAll(new Client(service.address, username, key));
      for (const [call, answer] of Object.entries(read)) assert.deepEqual(now[call], answer, call);
      assert.equal(Object.keys(now).length, Object.keys(read).length);
    } finally {
      await service.stop();
    }
    return database;
  }

  test(`have equal answers and equal files after each move (${INVOICES} invoices, ${COSTS} costs)`, async (t) => {
    for (let n = 0; n < INVOICES; n += 1) await sell(n);
    for (let n = 0; n < COSTS; n += 1) await buy(n);
    await runJobs(kvitt);
    read = await readAll(seller);
    t.diagnostic(`seed ${SEED}, ${Object.keys(read).length} answers compared`);

    const away = await exportFrom(kvitt.database, seller.username);
    const embedded = await move('embedded', away, 'away', t);
    const home = await exportFrom(embedded, 'away');
    if (IS_LONG) await exportFrom(await move('postgres', home, 'home', t), 'home');

    const [first, ...later] = archives;
    t.diagnostic(`${first?.size} files in the archive`);
    assert.ok((first?.size ?? 0) > INVOICES + COSTS);
    for (const again of later) {
      assert.deepEqual([...again.keys()], [...(first?.keys() ?? [])]);
      const changed = [...again].flatMap(([name, bytes]) => (first?.get(name)?.equals(bytes) ? [] : [name]));
      assert.deepEqual(changed.sort(), [...OWN, 'manifest.json'].sort());
    }
  });
});
