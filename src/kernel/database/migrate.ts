import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../node/operator-error.ts';
import { type Database, SerializationFailure, type Transaction } from './database.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { col, emptyRow, row } from './row.ts';
import { buildSearchIndexes } from './search-index.ts';
import { sql } from './sql.ts';
import { schemaMigrations } from './tables.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);
const FUNCTIONS = new URL('./functions/', import.meta.url);
/** The key of the advisory lock; any fixed number. */
const LOCK = 7_205_882_451;
const LOCK_POLL_MS = 100;
/** The first line of a migration whose statements run one by one, as `create index concurrently` needs. */
const NO_TRANSACTION = /^-- no-transaction\n/;
/** The name of a migration beside which nodes of earlier builds cannot serve. They know it by its name alone. */
const STOPS_OLDER = /\.stops-older\.sql$/;

export interface Migration {
  version: number;
  name: string;
}

export function knownMigrations(): Migration[] {
  return sqlFiles(MIGRATIONS).map((file) => ({ version: Number.parseInt(file, 10), name: file }));
}

/** Brings the schema forward, never back. Returns the migrations that it applied. */
export async function migrate(db: Database): Promise<Migration[]> {
  // Nothing else uses an embedded database, so nothing there needs to go on while an index is built.
  if (db.embedded) return db.transaction((tx) => migrateWithin(tx));
  return withSchemaLock(db, async () => {
    const done: Migration[] = [];
    for (;;) {
      const applied = await giveWay(() =>
        db.transaction((tx) => migrateWithin(tx, { stopAtOnline: true, mayBeNewer: true })),
      );
      done.push(...applied);
      const online = (await pendingMigrations(db))[0];
      if (!online) break;
      await giveWay(() => applyOnline(db, online));
      done.push(online);
    }
    await giveWay(() => buildSearchIndexes(db));
    return done;
  });
}

const RETRIES = { maxAttempts: 60, pauseMs: 1000 };

/**
 * Runs a part of the migration again when it conflicts with statements of nodes that serve meanwhile. A node of the
 * release before locks the same tables in another order, so that a deadlock is likely under load.
 */
async function giveWay<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await retryOnConflict(work, RETRIES);
  } catch (error) {
    if (!(error instanceof SerializationFailure)) throw error;
    throw new OperatorError(
      `The schema cannot be changed, because other transactions hold its tables (${(error.cause as Error).message}). Start again when the database is less busy, or stop the other nodes first`,
      { cause: error },
    );
  }
}

/**
 * A statement that waits for a table makes all later statements on it wait, too, so it gives up soon and the migration
 * begins again. It gives up before the deadlock timeout of the server (1 s by default), which might choose a request.
 */
const SESSION = "set local statement_timeout = 0; set local lock_timeout = '700ms'";

async function migrateWithin(tx: Transaction, options?: ApplyOptions): Promise<Migration[]> {
  await tx.script(SESSION);
  return applyMigrations(tx, knownMigrations(), options);
}

interface ApplyOptions {
  /** Stop in front of the first migration that cannot run in a transaction. */
  stopAtOnline?: boolean;
  /** Go on where a newer build has migrated, as beside its nodes. */
  mayBeNewer?: boolean;
}

/**
 * Applies the migrations that the database has not seen yet, and returns them. Inside a transaction indexes are built
 * without `concurrently`, for a database that nobody else uses.
 */
export async function applyMigrations(
  tx: Transaction,
  wanted: readonly Migration[],
  { stopAtOnline = false, mayBeNewer = false }: ApplyOptions = {},
): Promise<Migration[]> {
  await tx.script(
    'create table if not exists schema_migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())',
  );
  const known = await appliedMigrations(tx);
  refuseNewer(mayBeNewer ? stoppingThisBuild(known) : known);
  const pending = wanted.filter(({ version }) => !known.some((one) => one.version === version));
  const end = stopAtOnline ? pending.findIndex(({ name }) => isOnline(textOf(name))) : -1;
  const applied = end < 0 ? pending : pending.slice(0, end);
  for (const migration of applied) {
    const text = textOf(migration.name);
    await tx.script(isOnline(text) ? text.replaceAll(/\bconcurrently\b/g, '') : text);
    await record(tx, migration);
  }
  // Those of a newer build stay as they are.
  if (end < 0 && wanted.length === knownMigrations().length && newerOf(known).length === 0)
    await applyFunctions(tx);
  return applied;
}

/** Runs each statement by itself. A migration that was interrupted runs again from its start. */
async function applyOnline(db: Database, migration: Migration): Promise<void> {
  for (const statement of statementsOf(textOf(migration.name))) await db.runAlone(statement);
  await record(db, migration);
}

async function record(to: Pick<Transaction, 'query'>, { version, name }: Migration): Promise<void> {
  await to.query(emptyRow, schemaMigrations.insert({ version, name }));
}

/**
 * Functions of the database change like code, so each stands in one file and is replaced when the file has changed. The
 * digest of the file is kept as the comment on the function.
 */
async function applyFunctions(tx: Transaction): Promise<void> {
  for (const name of await changedFunctions(tx)) {
    const text = readFileSync(new URL(`${name}.sql`, FUNCTIONS), 'utf8');
    await tx.script(`${text}\ncomment on function ${name} is '${digestOf(name)}'`);
  }
}

async function changedFunctions(from: Pick<Transaction, 'query'>): Promise<string[]> {
  const changed: string[] = [];
  for (const name of sqlFiles(FUNCTIONS).map((file) => file.replace('.sql', ''))) {
    const [found] = await from.query(
      row({ digest: col.text().nullable() }),
      sql`select obj_description(to_regproc(${name}), 'pg_proc') as digest`,
    );
    if (found?.digest !== digestOf(name)) changed.push(name);
  }
  return changed;
}

function digestOf(name: string): string {
  return createHash('sha256')
    .update(readFileSync(new URL(`${name}.sql`, FUNCTIONS)))
    .digest('hex');
}

/** Held to the end of the transaction: one process at a time changes the schema. */
export async function lockSchema(tx: Transaction): Promise<void> {
  await tx.script(`select pg_advisory_xact_lock(${LOCK})`);
}

/**
 * Nodes that start together take turns. The lock is polled for: a session that waited for it inside a statement would
 * hold a snapshot, and an index that is built concurrently waits for the end of every older snapshot (deadlock).
 */
async function withSchemaLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return db.withAdvisoryLock(LOCK, () => sleep(LOCK_POLL_MS), work);
}

/** The names of the tables and functions that are ours, as the migrations and the files of functions write them. */
export function schemaObjects(): { tables: string[]; functions: string[] } {
  const functions = sqlFiles(FUNCTIONS).map((file) => readFileSync(new URL(file, FUNCTIONS), 'utf8'));
  const text = [...knownMigrations().map(({ name }) => textOf(name)), ...functions].join('\n');
  const names = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map((found) => found[1] ?? ''))];
  return {
    tables: ['schema_migrations', ...names(/^(?:create table|alter table \w+ rename to) (\w+)/gm)],
    functions: names(/^(?:create (?:or replace )?function|alter function \w+\(\) rename to) (\w+)/gm),
  };
}

/** Null when the schema is as this build needs it, else the reason why it is not. */
export async function schemaMismatch(db: Database): Promise<string | null> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0) return `${pending.length} schema migrations are pending: run kvitt migrate`;
  const [stopping] = stoppingThisBuild(await appliedMigrations(db));
  return stopping ? newerMessage(stopping.version) : null;
}

async function pendingMigrations(db: Database): Promise<Migration[]> {
  const applied = (await isMigrated(db)) ? await appliedMigrations(db) : [];
  return knownMigrations().filter(({ version }) => !applied.some((one) => one.version === version));
}

/** Whether the database has ever been migrated, so that it holds our tables. */
export async function isMigrated(db: Pick<Transaction, 'query'>): Promise<boolean> {
  const [found] = await db.query(
    row({ is_migrated: col.boolean() }),
    sql`select to_regclass('schema_migrations') is not null as is_migrated`,
  );
  return found?.is_migrated ?? false;
}

async function appliedMigrations(from: Pick<Transaction, 'query'>): Promise<Migration[]> {
  const columns = schemaMigrations.pick('version', 'name');
  return from.query(columns, sql`select ${columns.list()} from schema_migrations order by version`);
}

/** The migrations of a newer build. */
function newerOf(applied: readonly Migration[]): Migration[] {
  const newest = newestKnown();
  return applied.filter(({ version }) => version > newest);
}

function stoppingThisBuild(applied: readonly Migration[]): Migration[] {
  return newerOf(applied).filter(({ name }) => STOPS_OLDER.test(name));
}

function newestKnown(): number {
  return Math.max(...knownMigrations().map(({ version }) => version));
}

/** Refuses what an older build cannot do with these migrations. */
export function refuseNewer(applied: readonly Migration[]): void {
  const newest = newerOf(applied).at(-1);
  if (newest) throw new OperatorError(newerMessage(newest.version));
}

function newerMessage(newest: number): string {
  return `The database has schema version ${newest}, newer than this build's ${newestKnown()}: run the newer kvitt`;
}

function sqlFiles(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

function textOf(name: string): string {
  return readFileSync(new URL(name, MIGRATIONS), 'utf8');
}

export function isOnline(text: string): boolean {
  return NO_TRANSACTION.test(text);
}

/** For migrations of plain statements, each of which ends with a line. */
export function statementsOf(text: string): string[] {
  return text
    .replaceAll(/^--.*\n/gm, '')
    .split(/;\s*\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
