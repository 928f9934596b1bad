import { readdirSync, readFileSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';
import type { Database, Transaction } from './database.ts';
import { sql } from './sql.ts';

const FOLDER = new URL('../migrations/', import.meta.url);
/** Any fixed number: nodes that start together take turns behind it. */
const LOCK = 7_205_882_451;

export interface Migration {
  version: number;
  name: string;
}

export function knownMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ version: Number.parseInt(file, 10), name: file }));
}

/** Brings the schema forward, never back. Returns what it applied. */
export async function migrate(db: Database): Promise<Migration[]> {
  return db.transaction(async (tx) => {
    await tx.query(sql`select set_config('statement_timeout', '0', true)`);
    await lockSchema(tx);
    return applyMigrations(tx, knownMigrations());
  });
}

/** Held to the end of the transaction: one process at a time changes the schema. */
export async function lockSchema(tx: Transaction): Promise<void> {
  await tx.script(`select pg_advisory_xact_lock(${LOCK})`);
}

/** Applies those of the migrations that the database has not seen yet, and returns them. */
export async function applyMigrations(tx: Transaction, wanted: readonly Migration[]): Promise<Migration[]> {
  await tx.script(
    'create table if not exists schema_migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())',
  );
  const applied = await appliedVersions(tx);
  refuseNewer(applied);
  const pending = wanted.filter(({ version }) => !applied.includes(version));
  for (const { version, name } of pending) {
    await tx.script(readFileSync(new URL(name, FOLDER), 'utf8'));
    await tx.query(sql`insert into schema_migrations (version, name) values (${version}, ${name})`);
  }
  return pending;
}

/** The names of the tables and functions that are ours, as the migrations write them. */
export function schemaObjects(): { tables: string[]; functions: string[] } {
  const text = knownMigrations()
    .map(({ name }) => readFileSync(new URL(name, FOLDER), 'utf8'))
    .join('\n');
  const names = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map((found) => found[1] ?? ''))];
  return {
    tables: ['schema_migrations', ...names(/^(?:create table|alter table \w+ rename to) (\w+)/gm)],
    functions: names(/^create (?:or replace )?function (\w+)\(\)/gm),
  };
}

/** Null when the schema is as this build needs it, else the reason why not. */
export async function schemaProblem(db: Database): Promise<string | null> {
  const [found] = await db.query<{ there: boolean }>(
    sql`select to_regclass('schema_migrations') is not null as there`,
  );
  const applied = found?.there ? await appliedVersions(db) : [];
  const pending = knownMigrations().filter(({ version }) => !applied.includes(version));
  if (pending.length > 0) return `${pending.length} schema migrations are pending: run kvitt migrate`;
  const newest = Math.max(0, ...applied);
  return newest > newestKnown() ? newerMessage(newest) : null;
}

async function appliedVersions(from: Pick<Transaction, 'query'>): Promise<number[]> {
  const rows = await from.query<{ version: number }>(sql`select version from schema_migrations`);
  return rows.map(({ version }) => version);
}

function newestKnown(): number {
  return Math.max(...knownMigrations().map(({ version }) => version));
}

export function refuseNewer(applied: number[]): void {
  const newest = Math.max(0, ...applied);
  if (newest > newestKnown()) throw new OperatorError(newerMessage(newest));
}

function newerMessage(newest: number): string {
  return `The database has schema version ${newest}, newer than this build's ${newestKnown()}: run the newer kvitt`;
}
