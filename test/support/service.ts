import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import pg from 'pg';
import { type Config, type Environment, readConfig } from '../../src/config.ts';
import { knownMigrations } from '../../src/kernel/database/migrate.ts';
import { openEngine, type Service, startService } from '../../src/service.ts';
import { type Client, client } from './client.ts';

/** The two databases that everything must behave the same on. */
export const DATABASES = ['embedded', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

export const OPERATOR_TOKEN = 'operator-token-of-the-tests';
export const SECRET = 'a secret that only the tests know';

export interface TestDatabase {
  env: Environment;
  drop(): Promise<void>;
}

/** A new, empty database: a fresh one on the run's server, or a data directory of its own. */
export async function freshDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'postgres' ? freshOnServer() : freshDirectory();
}

async function freshOnServer(): Promise<TestDatabase> {
  const admin = process.env.KVITT_TEST_DATABASE_URL;
  if (!admin) throw new Error('KVITT_TEST_DATABASE_URL is not set: run the tests by npm test');
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await onServer(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    env: { DATABASE_URL: url.href, KVITT_SECRET: SECRET },
    drop: () => onServer(admin, `drop database ${name} with (force)`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
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

async function templateDirectory(): Promise<string> {
  const version = knownMigrations().at(-1)?.name ?? '';
  const parent = process.env.KVITT_TEST_TEMPLATE_DIR;
  if (!parent) throw new Error('KVITT_TEST_TEMPLATE_DIR is not set: run the tests by npm test');
  const finished = join(parent, version);
  if (existsSync(finished)) return finished;
  mkdirSync(parent, { recursive: true });
  const draft = mkdtempSync(join(parent, 'draft-'));
  const config = readConfig({ KVITT_DATA_DIR: draft, KVITT_SECRET: SECRET });
  await (await openEngine(config, { log: silent })).close();
  try {
    renameSync(draft, finished);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // Another test file was first.
  }
  return finished;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

export function testConfig(env: Environment): Config {
  return readConfig({
    PORT: '0',
    KVITT_DEMO: 'off',
    KVITT_JOBS: 'off',
    KVITT_LOG_LEVEL: 'silent',
    KVITT_RATE_LIMIT: 'off',
    KVITT_OPERATOR_TOKEN: OPERATOR_TOKEN,
    ...env,
  });
}

/** A running node with an account on it, and a clock that the test may set. */
export class Kvitt {
  service!: Service;
  database!: TestDatabase;
  now: () => Date = () => new Date();

  async start(kind: DatabaseKind, env: Environment = {}): Promise<void> {
    this.database = await freshDatabase(kind);
    this.service = await startService(testConfig({ ...this.database.env, ...env }), {
      clock: () => this.now(),
    });
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.database.drop();
  }

  get url(): string {
    return this.service.address;
  }

  /** Opens an account and answers a client for it. */
  account(fields: Record<string, unknown> = {}): Promise<Client> {
    return client(this.url, fields);
  }

  async operator(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
    const response = await fetch(`${this.url}/operator${path}`, {
      method,
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }
}

/** Runs the tests on both databases, each on a node of its own. */
export function onBothDatabases(
  name: string,
  tests: (kvitt: Kvitt, kind: DatabaseKind) => void,
  env: Environment = {},
): void {
  for (const kind of DATABASES) {
    describe(`${name} (${kind})`, () => {
      const kvitt = new Kvitt();
      before(() => kvitt.start(kind, env));
      after(() => kvitt.stop());
      tests(kvitt, kind);
    });
  }
}
