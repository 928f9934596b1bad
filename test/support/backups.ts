import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import type { backup } from '../../src/commands/backup.ts';
import type { restore } from '../../src/commands/restore.ts';
import { type Environment, readBooks } from '../../src/config.ts';
import { Database } from '../../src/kernel/database/database.ts';
import { Sql, sql } from '../../src/kernel/database/sql.ts';
import { invoice } from './client.ts';
import { Caller } from './console-caller.ts';
import { makeCost } from './costs.ts';
import { freshDatabase, type TestDatabase } from './databases.ts';
import { openBooks } from './endpoints/all.ts';
import { linkedInvoice, press } from './payments.ts';
import { colleague, ownerOf } from './people.ts';
import { connected } from './person.ts';
import { blackPng } from './pictures.ts';
import { upload } from './raw.ts';
import { AWKWARD } from './scenarios.ts';
import type { Kvitt } from './service.ts';
import { COMMAND_ENV, ROOT } from './tree.ts';

export interface Ended {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

/** Runs the command as an operator does. */
export async function kvittCommand(args: string[], env: Environment, input?: Buffer): Promise<Ended> {
  const child = spawn('bin/kvitt', args, { cwd: ROOT, env: { ...COMMAND_ENV, ...env } });
  child.stdin.on('error', () => {}); // It may leave before it has read everything.
  child.stdin.end(input);
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

/** An account that uses everything, with values that are hard to carry. */
export async function fullBooks(kvitt: Kvitt) {
  const seller = await kvitt.account({ name: AWKWARD });
  const books = await openBooks(seller);
  await makeCost(
    seller,
    'create-cost',
    { date: '2026-03-05', description: AWKWARD },
    { name: 'a.png', bytes: blackPng(9, 9) },
  );
  const file = (await upload(seller, 'note.txt', AWKWARD)).body.result;
  const mailed = { name: 'D', email: 'd@kaupandi.example', address: 'Gata 1', zip: '780', city: 'Höfn' };
  const customer = { ...mailed, output_select: 3, registration_no: '5501234520' };
  const data = invoice({ files: file, is_claim: 1, customer, description: AWKWARD });
  const guid = await seller.ok('create-invoice', { data }, { 'idempotency-key': 'once' });
  const { link } = await linkedInvoice(seller);
  await press(link);
  await kvitt.operator('POST', '/jobs/run', {});
  await connected(seller);
  await kvitt.operator('PUT', '/rates/EUR/2026-03-02', { rate: 148.123456 });
  const owner = await ownerOf(kvitt, seller);
  const member = await colleague(kvitt, owner);
  await kvitt.operator('POST', '/jobs/run', {});
  await seller.ok('create-invoice', { data: invoice({ customer }) });
  await kvitt.service.engine.kernel.db.query(sql`
    insert into files (account_id, guid, name, content_type, size, sha256, bytes, created_at)
    select account_id, gen_random_uuid(), ${AWKWARD}, 'a/b', 0, '', decode(${everyByte()}, 'hex'), '2026-01-02 03:04:05.678901+00'
    from accounts where username = ${seller.username}`);
  const desk = await new Caller(kvitt.url).signIn(seller);
  assert.equal((await desk.upload('set-logo', 'logo.png', blackPng(40, 40))).status, 200);
  await desk.ok('set-mail-text', { lang: 'is', about: 'invoice', body: AWKWARD.replaceAll(/[{}]/g, '') });
  const other = await kvitt.account();
  await kvitt.operator('PUT', `/accounts/${other.username}/numbers`, { next: 4711 });
  const { file: pdf } = await seller.ok('get-invoice-pdf', { guid });
  return { seller, books, guid, link: new URL(link).pathname, pdf: pdf as string, member: member.username };
}

/** Each of the 256 bytes, and more of them than a batch of rows holds. */
function everyByte(): string {
  return Buffer.from(Array.from({ length: 256 }, (_, n) => n))
    .toString('hex')
    .repeat(12_000);
}

/** A database on the server that belongs to somebody without any rights beyond it. */
export async function ownedByNobodySpecial(): Promise<TestDatabase> {
  const database = await freshDatabase('postgres');
  const url = new URL(database.env.DATABASE_URL ?? '');
  const role = `owner_${url.pathname.slice(1)}`;
  await onServer(`create role ${role} login; alter database ${url.pathname.slice(1)} owner to ${role}`);
  url.username = role;
  const drop = async () => {
    await database.drop();
    await onServer(`drop role ${role}`);
  };
  return { env: { ...database.env, DATABASE_URL: url.href }, drop };
}

async function onServer(statements: string): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env.KVITT_TEST_DATABASE_URL });
  await admin.connect();
  await admin.query(statements);
  await admin.end();
}

/** What the command says, run within this process, which is quicker. */
export async function said(command: Command, args: string[], env: Environment): Promise<string> {
  const { error } = console;
  const lines: string[] = [];
  console.error = (line: string) => lines.push(line);
  try {
    await command(args, readBooks(env));
  } finally {
    console.error = error;
  }
  return lines.join('\n');
}

type Command = typeof backup | typeof restore;

/** Uses the database without a service on it. */
export async function inDatabase<T>(env: Environment, use: (db: Database) => Promise<T>): Promise<T> {
  const db = new Database({
    url: env.DATABASE_URL,
    dataDir: env.KVITT_DATA_DIR ?? '',
    pool: 1,
    onError: () => {},
  });
  await db.start();
  return use(db).finally(() => db.close());
}

/** Every row of every table, as the database writes it, and the last number of every sequence. */
export async function everything(db: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  const tables = await db.query<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(sql`select t::text as row from ${new Sql([name], [])} t`);
    all[name] = rows.map(({ row }) => digestIfLong(row)).sort();
  }
  const sequences = await db.query<{ row: string }>(
    sql`select sequencename || ' ' || coalesce(last_value, 0) as row from pg_sequences order by 1`,
  );
  return { ...all, sequences: sequences.map(({ row }) => row) };
}

function digestIfLong(row: string): string {
  return row.length < 10_000 ? row : createHash('sha256').update(row).digest('hex');
}

/** All that guards the rows: constraints, indexes and triggers. */
export async function guards(db: Database): Promise<string[]> {
  const rows = await db.query<{ guard: string }>(sql`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as guard
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select indexdef from pg_indexes where schemaname = 'public'
    order by 1`);
  return rows.map(({ guard }) => guard);
}

/** The backup with its lines changed, and an end that vouches for them. */
export function rewritten(file: string, change: (lines: string[]) => string[]): Buffer {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const { rows } = JSON.parse(lines.pop() ?? '');
  const kept = change(lines).map((line) => `${line}\n`);
  const sha256 = createHash('sha256').update(kept.join('')).digest('hex');
  return gzipSync(`${kept.join('')}${JSON.stringify({ rows, sha256 })}\n`);
}
