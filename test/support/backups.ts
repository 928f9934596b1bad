import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { type backup, backupMac } from '../../src/commands/backup.ts';
import type { restore } from '../../src/commands/restore.ts';
import { type Environment, readBooks } from '../../src/config.ts';
import { Database } from '../../src/kernel/database/database.ts';
import { Sql, sql } from '../../src/kernel/database/sql.ts';
import { type Client, invoice, line } from './client.ts';
import { signInToConsole } from './console-client.ts';
import { createCost } from './costs.ts';
import { freshDatabase, type TestDatabase } from './databases.ts';
import { openBooks } from './endpoints/books.ts';
import { PDF } from './endpoints/costs.ts';
import { createBlackPng } from './images.ts';
import { runJobs } from './jobs.ts';
import { createInvoiceWithLink, pressPayButton } from './payments.ts';
import { addColleague, signInOwner } from './people.ts';
import { authorizeClient } from './person.ts';
import { uploadFile } from './requests.ts';
import { AWKWARD } from './scenarios.ts';
import { enrol } from './second-factor.ts';
import { select } from './select.ts';
import type { TestService } from './service.ts';
import { COMMAND_ENV, ROOT } from './tree.ts';

export interface CommandResult {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

/** Runs the `kvitt` command in a process of its own. */
export async function runKvittCommand(
  args: string[],
  env: Environment,
  input?: Buffer,
): Promise<CommandResult> {
  const child = spawn('bin/kvitt', args, { cwd: ROOT, env: { ...COMMAND_ENV, ...env } });
  child.stdin.on('error', () => {}); // The command may exit before it has read all input.
  child.stdin.end(input);
  const exitCode = new Promise<number | null>((done) => child.once('close', done));
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), text(child.stderr)]);
  return { code: await exitCode, stdout, stderr };
}

/** Creates an account that uses every feature, with values that are hard to encode. */
export async function createFullBooks(kvitt: TestService) {
  const seller = await kvitt.account({ name: AWKWARD });
  const books = await openBooks(seller);
  await createCost(
    seller,
    'create-cost',
    { date: '2026-03-05', description: AWKWARD },
    { name: 'a.png', bytes: createBlackPng(9, 9) },
  );
  const file = (await uploadFile(seller, 'note.txt', AWKWARD)).body.result;
  const address = { name: 'D', email: 'd@kaupandi.example', address: 'Gata 1', zip: '780', city: 'Höfn' };
  const customer = { ...address, output_select: 3, registration_no: '5501234520' };
  const data = invoice({ files: file, is_claim: 1, customer, description: AWKWARD });
  const guid = await seller.ok('create-invoice', { data }, { 'idempotency-key': 'once' });
  const { link } = await createInvoiceWithLink(seller);
  await pressPayButton(link);
  await runJobs(kvitt);
  await authorizeClient(seller);
  await kvitt.operator('PUT', '/rates/EUR/2026-03-02', { rate: 148.123456 });
  const owner = await signInOwner(kvitt, seller);
  const member = await addColleague(kvitt, owner);
  await member.ok('set-preferences', { notifications: { cost: 'daily' } });
  await member.ok('send-payment-receipt', { guid: books.surplus, email: 'd@kaupandi.example' });
  await member.ok('send-customer-statement', { guid: books.customer, email: 'd@kaupandi.example' });
  await createCost(seller, 'create-cost', { date: '2026-03-02' }, { name: 'a.pdf', bytes: PDF });
  await owner.ok('renew-receipt-address');
  await select(
    kvitt.service.engine.kernel.db,
    sql`
    insert into receipt_mails (account_id, message_digest, sender, subject, outcome, costs, received_at)
    select account_id, decode('00ff', 'hex'), 'a@b.is', ${AWKWARD}, 'refused', 0, '2026-01-02 03:04:05.678901+00'
    from accounts where username = ${seller.username}`,
  );
  await select(
    kvitt.service.engine.kernel.db,
    sql`
    insert into account_import_records (account_id, part, source_guid, record_guid, imported_at)
    select account_id, 'customers', gen_random_uuid(), ${books.customer}, '2026-01-02 03:04:05.678901+00'
    from accounts where username = ${seller.username}`,
  );
  await enrol(await addColleague(kvitt, owner), kvitt.now());
  await runJobs(kvitt);
  await seller.ok('create-invoice', { data: invoice({ customer }) });
  await select(
    kvitt.service.engine.kernel.db,
    sql`
    insert into files (account_id, guid, name, content_type, size, sha256, bytes, created_at)
    select account_id, gen_random_uuid(), ${AWKWARD}, 'a/b', 0, '', decode(${everyByte()}, 'hex'), '2026-01-02 03:04:05.678901+00'
    from accounts where username = ${seller.username}`,
  );
  const consoleClient = await signInToConsole(seller);
  assert.equal((await consoleClient.upload('set-logo', 'logo.png', createBlackPng(40, 40))).status, 200);
  await consoleClient.ok('set-mail-text', {
    lang: 'is',
    about: 'invoice',
    body: AWKWARD.replaceAll(/[{}]/g, ''),
  });
  await consoleClient.ok('set-preferences', { undo_delay: false });
  await consoleClient.ok('save-view', {
    screen: '/invoices',
    name: 'Stórir',
    filters: { q: AWKWARD.slice(0, 50) },
  });
  await consoleClient.ok('add-customer-note', { customer_guid: books.customer, text: AWKWARD });
  await consoleClient.ok('save-customer-contact', { customer_guid: books.customer, name: 'Sigga' });
  const asked = { kind: 'invoice', document_guid: guid, question: AWKWARD };
  const question = await consoleClient.ok('ask-question', asked);
  await seller.ok('answer-question', { guid: question.guid, answer: AWKWARD });
  await seller.ok('answer-einvoice', { guid: books.einvoiceCost, answer: 'in_query', reason: AWKWARD });
  const list = Buffer.from('Nafn;Netfang\nFjarki ehf.;f@f.example\n').toString('base64');
  await seller.ok('import-records', { data: { kind: 'customers', file: list } });
  const other = await kvitt.account();
  await kvitt.operator('PUT', `/accounts/${other.username}/numbers`, { next: 4711 });
  await other.ok('update-company', { data: { vat_periods: 'year' } });
  const connected = { name: 'Velta', account_no: '013326000001', connection: 'bank' };
  const { guid: bankAccount } = await other.ok('create-bank-account', { data: connected });
  await (await signInToConsole(other)).ok('connect-bank-account', { guid: bankAccount });
  await kvitt.operator('POST', `/sandbox/bank/${connected.account_no}/transactions`, [{ amount: 1 }]);
  await other.ok('set-tax-login', { data: { key: 'veflykill' } });
  await kvitt.operator('POST', '/sandbox/tax', { next: 'refuse', account: other.username });
  await other.ok('lock-vat-period', { period: `${kvitt.now().getUTCFullYear() - 1}-12` });
  const gift = await other.ok('create-invoice', {
    data: invoice({ items: [line({ tax: 'Z' })], amount: 1000 }),
  });
  const records = [{ kind: 'invoice', guid: gift }];
  await other.ok('decide-vat-kind', { data: { vat_kind: 'zero_rated', records } });
  await payAndRefund(kvitt, other);
  const { file: pdf } = await seller.ok('get-invoice-pdf', { guid });
  return { seller, books, guid, link: new URL(link).pathname, pdf: pdf as string, member: member.username };
}

/** An invoice that was paid by its link, and whose money the card provider has given back. */
async function payAndRefund(kvitt: TestService, seller: Client): Promise<void> {
  const { link } = await createInvoiceWithLink(seller);
  const { location } = await pressPayButton(link);
  await fetch(new URL(location, kvitt.url), {
    method: 'POST',
    body: new URLSearchParams({ decision: 'pay' }),
    redirect: 'manual',
  });
  const checkout = location.split('/').at(-1);
  const report = { event: 'refund', id: 're_1' };
  const { status } = await kvitt.operator('POST', `/sandbox/payments/${checkout}/report`, report);
  assert.equal(status, 200);
}

/** Each of the 256 byte values, repeated until they exceed a batch of rows, which is of two megabytes. */
function everyByte(): string {
  return Buffer.from(Array.from({ length: 256 }, (_, n) => n))
    .toString('hex')
    .repeat(8_200);
}

/** Creates a database on the server whose owner has no other privileges. */
export async function createUnprivilegedDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase('postgres');
  const url = new URL(database.env.DATABASE_URL ?? '');
  const role = `owner_${url.pathname.slice(1)}`;
  await runOnServer(`create role ${role} login; alter database ${url.pathname.slice(1)} owner to ${role}`);
  url.username = role;
  const drop = async () => {
    await database.drop();
    await runOnServer(`drop role ${role}`);
  };
  return { env: { ...database.env, DATABASE_URL: url.href }, drop };
}

async function runOnServer(statements: string): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env.KVITT_TEST_DATABASE_URL });
  await admin.connect();
  await admin.query(statements);
  await admin.end();
}

/** Runs the command within this process, which is faster, and returns what it prints to stderr. */
export async function captureOutput(command: Command, args: string[], env: Environment): Promise<string> {
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

/** Opens the database without a service. */
export async function withDatabase<T>(env: Environment, use: (db: Database) => Promise<T>): Promise<T> {
  const db = new Database({
    url: env.DATABASE_URL,
    dataDir: env.KVITT_DATA_DIR ?? '',
    pool: 1,
    onError: () => {},
  });
  await db.start();
  return use(db).finally(() => db.close());
}

/** Reads every row of every table as text, and the last value of every sequence. */
export async function readAllRows(db: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  const tables = await select<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      order by 1`,
  );
  for (const { name } of tables) {
    const rows = await select<{ row: string }>(db, sql`select t::text as row from ${new Sql([name], [])} t`);
    all[name] = rows.map(({ row }) => digestIfLong(row)).sort();
  }
  const sequences = await select<{ row: string }>(
    db,
    sql`select sequencename || ' ' || coalesce(last_value, 0) as row from pg_sequences order by 1`,
  );
  return { ...all, sequences: sequences.map(({ row }) => row) };
}

function digestIfLong(row: string): string {
  return row.length < 10_000 ? row : createHash('sha256').update(row).digest('hex');
}

/**
 * Reads the definitions of all constraints, indexes and triggers. Of partitions, only the default one counts, like which all are made: a
 * restored database has others than the one that was backed up.
 */
export async function readConstraints(db: Database): Promise<string[]> {
  const rows = await select<{ guard: string }>(
    db,
    sql`
    select guard from (
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as guard
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select indexdef from pg_indexes where schemaname = 'public') guards
    where not exists (
      select from pg_inherits h join pg_class c on c.oid = h.inhrelid
      where h.inhparent::regclass::text in ('events', 'audit_log', 'renditions') and c.relkind = 'r'
        and c.relname not like '%default' and guard ~ ('(^| ON public[.])' || c.relname || ' '))
    order by 1`,
  );
  return rows.map(({ guard }) => guard);
}

/** Changes the lines of a backup and writes a matching checksum, and with a secret also a matching HMAC. */
type Rewrite = (
  change: (lines: string[]) => string[],
  options?: { secret?: string; isStripped?: boolean },
) => Buffer;

/** Inflates a backup once for all its variants. */
export function rewriterOf(file: string): Rewrite {
  const original = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const trailer = JSON.parse(original.pop() ?? '');
  return (change, { secret, isStripped = false } = {}) => {
    const changed = change([...original]);
    // Encoded once: two digests and the compression would each encode the megabytes again.
    const lines = Buffer.from(changed.map((line) => `${line}\n`).join(''));
    const sha256 = createHash('sha256').update(lines).digest('hex');
    const hmac = secret ? backupMac(secret).update(lines).digest('hex') : trailer.hmac;
    const end = { rows: countRows(changed), sha256, hmac: isStripped ? undefined : hmac };
    const trailerLine = Buffer.from(`${JSON.stringify(end)}\n`);
    return gzipSync(Buffer.concat([lines, trailerLine]), { level: 1 });
  };
}

function countRows(lines: readonly string[]): Record<string, number> {
  const rows: Record<string, number> = {};
  let table = '';
  for (const line of lines.slice(1)) {
    if (line.startsWith('[')) rows[table] = (rows[table] ?? 0) + 1;
    else {
      table = JSON.parse(line).table;
      rows[table] = 0;
    }
  }
  return rows;
}
