import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, readConfig } from '../src/config.ts';
import { type Engine, openEngine, startService as startInProcess } from '../src/service.ts';
import { OPERATOR_TOKEN } from '../test/support/databases.ts';
import { findFreePort } from '../test/support/free-port.ts';
import type { BenchCall } from './calls.ts';
import { capture, type Plan } from './capture.ts';
import { Driver } from './driver.ts';
import { type Books, fillBooks, type ScriptRunner } from './fill-database.ts';
import type { RawSetup } from './raw-driver.ts';
import {
  type BenchDatabase,
  CONNECTIONS,
  HOST,
  SECRET,
  serviceTarget,
  startServer,
  startService,
  type Target,
} from './services.ts';

export type DatabaseKind = 'postgres' | 'embedded';
export const DATABASES: readonly DatabaseKind[] = ['postgres', 'embedded'];

export interface BenchSetup {
  title: string;
  /** The database itself, and a service for each log level. */
  targets: Target[];
  close(): Promise<void>;
}

interface SetupOptions {
  /** One service is started for each level. */
  logLevels: readonly string[];
  nodeOptions: readonly string[];
}

/** A temporary folder, and what is closed at the end, in reverse order. */
export class Cleanup {
  readonly dir = mkdtempSync(join(tmpdir(), 'kvitt-bench-'));
  readonly #closers: (() => Promise<void>)[] = [];

  constructor() {
    const discard = () => rmSync(this.dir, { recursive: true, force: true });
    process.once('exit', discard);
    this.add(async () => discard());
  }

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  close = async (): Promise<void> => {
    for (const one of this.#closers.splice(0).reverse()) await one();
  };
}

/** Fills a database, captures the statements of every call, and starts a process for each target. */
export async function setUpBench(
  kind: DatabaseKind,
  calls: readonly BenchCall[],
  invoices: number,
  { logLevels, nodeOptions }: SetupOptions,
): Promise<BenchSetup> {
  const cleanup = new Cleanup();
  try {
    const database = kind === 'postgres' ? await startServer() : embeddedDatabase(cleanup.dir);
    cleanup.add(database.close);
    const receiverPort = await findFreePort();
    const { books, plans } = await fillDatabase(database.env('first'), calls, invoices, receiverPort);
    const targets: Target[] = [];
    const add = (target: Target) => {
      cleanup.add(() => target.driver.stop());
      targets.push(target);
    };
    add(await rawTarget(database, plans));
    for (const [n, logLevel] of logLevels.entries()) {
      const env = { ...database.env(logLevel), KVITT_LOG_LEVEL: logLevel };
      const service = await startService({ env, nodeOptions, logFile: join(cleanup.dir, `${logLevel}.log`) });
      cleanup.add(service.stop);
      const { databaseCpu } = database;
      add(
        await serviceTarget(logLevel, [service], calls, {
          books,
          receiverPort: n === 0 ? receiverPort : 0,
          databaseCpu,
        }),
      );
    }
    return { title: database.title, targets, close: cleanup.close };
  } catch (error) {
    await cleanup.close();
    throw error;
  }
}

/** The embedded engine is limited to one process, so each process gets a copy of the filled directory. */
function embeddedDatabase(dir: string): BenchDatabase {
  const first = join(dir, 'first');
  return {
    title: 'Embedded database',
    env: (user) => {
      const own = join(dir, user);
      if (own !== first) cpSync(first, own, { recursive: true });
      return { KVITT_DATA_DIR: own, KVITT_SECRET: SECRET };
    },
    databaseCpu: () => Number.NaN,
    close: async () => {},
  };
}

function scriptsOf({ kernel: { db } }: Engine): ScriptRunner {
  return {
    inTransaction: (text) => db.transaction((tx) => tx.script(text)),
    alone: (text) => db.runAlone(text),
  };
}

/** Fills the database by a service in this process, and leaves it to `use`. */
export async function withFilledEngine<T>(
  env: Environment,
  invoices: number,
  receiverPort: number,
  use: (engine: Engine, books: Books) => Promise<T>,
): Promise<T> {
  const config = readConfig({
    ...env,
    PORT: '0',
    KVITT_LOG_LEVEL: 'silent',
    KVITT_JOBS: 'off',
    KVITT_RATE_LIMIT: 'off',
    KVITT_OPERATOR_TOKEN: OPERATOR_TOKEN,
    KVITT_ALLOW_LOCAL_WEBHOOKS: 'on',
  });
  const service = await startInProcess(config);
  let books: Books;
  try {
    const receiver = `http://${HOST}:${receiverPort}/`;
    books = await fillBooks(service.address, scriptsOf(service.engine), invoices, receiver);
  } finally {
    await service.stop();
  }
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const engine = await openEngine(readConfig({ ...env, KVITT_POOL: '1' }), { log });
  return use(engine, books).finally(() => engine.close());
}

async function fillDatabase(
  env: Environment,
  calls: readonly BenchCall[],
  invoices: number,
  receiverPort: number,
): Promise<{ books: Books; plans: Record<string, Plan> }> {
  return withFilledEngine(env, invoices, receiverPort, async (engine, books) => {
    const plans: Record<string, Plan> = {};
    for (const call of calls) if (call.operation) plans[call.name] = await capture(engine, books, call);
    return { books, plans };
  });
}

async function rawTarget(database: BenchDatabase, plans: Record<string, Plan>): Promise<Target> {
  const { DATABASE_URL: url, KVITT_DATA_DIR: dataDir = '' } = database.env('raw');
  const setup: RawSetup = { database: url ? { url } : { dataDir }, connections: CONNECTIONS, plans };
  const driver = await Driver.start('./raw-driver.ts', setup);
  return { name: 'raw', driver, serviceCpu: () => 0, databaseCpu: database.databaseCpu };
}
