import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Config, type Environment, readConfig } from '../../src/config.ts';
import { knownMigrations } from '../../src/kernel/database/migrate.ts';
import { openEngine } from '../../src/service.ts';
import { until } from './until.ts';

export type DatabaseKind = 'embedded' | 'postgres';

/**
 * The databases that the running test file is to run on. Everything must behave the same on both. A complete run
 * executes most files on PostgreSQL alone, and plans their statements on the embedded database at its end.
 */
export function databases(): DatabaseKind[] {
  return process.env.KVITT_TEST_DATABASES === 'postgres' ? ['postgres'] : ['embedded', 'postgres'];
}

/** A machine that is busy with other tests delays every event loop; a node that sheds load then would fail its test. */
export const KVITT_MAX_LOOP_DELAY_MS = '60000';
export const OPERATOR_TOKEN = 'operator-token-of-the-tests';
export const SECRET = 'a secret that only the tests know';

export interface TestDatabase {
  env: Environment;
  drop(): Promise<void>;
}

/** A new database without any record: an empty one on the run's server, or a data directory with a schema. */
export async function freshDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'postgres' ? onServer((admin) => createDatabase(admin)) : freshDirectory();
}

/** The same, and on the server too the schema is there. */
export async function migratedDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  if (kind === 'embedded') return freshDirectory();
  return onServer(async (admin) => createDatabase(admin, await templateOnServer(admin)));
}

async function createDatabase(admin: pg.Client, template = 'template1'): Promise<TestDatabase> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  // Copying the files of the template takes a third of the time of copying its pages by way of the log.
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  return {
    env: { DATABASE_URL: serverUrl(name), KVITT_SECRET: SECRET },
    drop: () => onServer((admin) => dropDatabase(admin, name)),
  };
}

async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  try {
    await admin.query(`drop database ${name} with (force)`);
  } catch (error) {
    // Its sessions are ended, and a busy machine needs more than the five seconds that the server gives them.
    // What stays goes with the server, at the end of the run.
    if ((error as pg.DatabaseError).code !== OBJECT_IN_USE) throw error;
  }
}

const OBJECT_IN_USE = '55006';

function serverUrl(database?: string): string {
  const given = process.env.KVITT_TEST_DATABASE_URL;
  if (!given) throw new Error('KVITT_TEST_DATABASE_URL is not set: run the tests by npm test');
  const url = new URL(given);
  if (database) url.pathname = `/${database}`;
  return url.href;
}

async function onServer<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: serverUrl() });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/**
 * Migrating takes longer than copying, so the first process makes a template for the whole run while the others
 * wait. If that failed, the copies are empty, and each is migrated by the node that starts on it.
 */
async function templateOnServer(admin: pg.Client): Promise<string> {
  const name = `template_${knownMigrations().at(-1)?.version}`;
  await admin.query('select pg_advisory_lock(1)');
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    await admin.query(`create database ${name}`);
    await makeSchema({ DATABASE_URL: serverUrl(name) });
  }
  // Only a database that nobody is connected to can be copied.
  const users = `select from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`;
  await until('the template is at rest', async () => (await admin.query(users)).rowCount === 0);
  await admin.query('select pg_advisory_unlock(1)');
  return name;
}

/** Brings an empty database to where a node has started on it once. */
async function makeSchema(env: Environment): Promise<void> {
  const engine = await openEngine(readConfig({ ...env, KVITT_SECRET: SECRET }), { log: silent });
  await engine.close();
}

/** Makes both templates, before several processes would each begin with them. */
export async function makeTemplates(): Promise<void> {
  await Promise.all([templateDirectory(), onServer(templateOnServer)]);
}

/** Making the embedded cluster takes seconds, so a migrated one is kept as a template for the whole run. */
async function freshDirectory(): Promise<TestDatabase> {
  const template = await templateDirectory();
  const dir = mkdtempSync(join(tmpdir(), 'kvitt-test-'));
  cpSync(template, dir, { recursive: true });
  return {
    env: { KVITT_DATA_DIR: dir, KVITT_SECRET: SECRET },
    drop: async () => rmSync(dir, { recursive: true, force: true }),
  };
}

export async function templateDirectory(): Promise<string> {
  const version = knownMigrations().at(-1)?.name ?? '';
  const parent = process.env.KVITT_TEST_TEMPLATE_DIR;
  if (!parent) throw new Error('KVITT_TEST_TEMPLATE_DIR is not set: run the tests by npm test');
  const finished = join(parent, version);
  const draft = join(parent, `draft-${version}`);
  mkdirSync(parent, { recursive: true });
  while (!existsSync(finished)) {
    if (await makeOnce(draft)) renameSync(draft, finished);
    else await until('another process has made the template', () => !existsSync(draft), 120_000);
  }
  return finished;
}

/** False when another process is making it. */
async function makeOnce(draft: string): Promise<boolean> {
  try {
    mkdirSync(draft);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    await makeSchema({ KVITT_DATA_DIR: draft });
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

export function testConfig(env: Environment): Config {
  return readConfig({
    PORT: '0',
    KVITT_DEMO: 'off',
    KVITT_JOBS: 'off',
    KVITT_LOG_LEVEL: 'silent',
    KVITT_RATE_LIMIT: 'off',
    KVITT_MAX_LOOP_DELAY_MS,
    KVITT_OPERATOR_TOKEN: OPERATOR_TOKEN,
    ...env,
  });
}
