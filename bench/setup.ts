import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Environment, readConfig } from '../src/config.ts';
import { openEngine } from '../src/service.ts';
import { findFreePort } from '../test/support/free-port.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import type { BenchCall } from './calls.ts';
import { capture, type Plan } from './capture.ts';
import { processCpu, processTreeCpu } from './cpu-time.ts';
import { Driver } from './driver.ts';
import { type Credentials, fillBooks } from './fill-database.ts';
import type { HttpSetup } from './http-driver.ts';
import type { RawSetup } from './raw-driver.ts';
import { buildRequest } from './requests.ts';

export type DatabaseKind = 'postgres' | 'embedded';
export const DATABASES: readonly DatabaseKind[] = ['postgres', 'embedded'];
export const CONNECTIONS = 16;

const SECRET = 'a secret that only the bench knows';
const HOST = '127.0.0.1';
/** Stops the service when the bench process is gone, however it ended. */
const FOLLOW_PARENT = import.meta.resolve('../test/support/runner/follow-parent.ts');
const START_TIMEOUT_MS = 60_000;
/** Reads come from memory, and no checkpoint falls into a single round. */
const SERVER_SETTINGS = { shared_buffers: '512MB', max_wal_size: '8GB', checkpoint_timeout: '30min' };

/** A destination of requests: the database itself, or a service at a log level. */
export interface Target {
  name: string;
  driver: Driver;
  /** CPU time of the service so far, in microseconds. */
  serviceCpu(): number;
}

export interface BenchSetup {
  title: string;
  targets: Target[];
  databaseCpu(): number;
  close(): Promise<void>;
}

interface ServiceOptions {
  /** One service is started for each level. */
  logLevels: readonly string[];
  nodeOptions: readonly string[];
}

interface BenchDatabase {
  title: string;
  /** The environment for a process that uses the filled database. */
  env(user: string): Environment;
  databaseCpu(): number;
  close(): Promise<void>;
}

/** Fills a database, captures the statements of every call, and starts a process for each target. */
export async function setUpBench(
  kind: DatabaseKind,
  calls: readonly BenchCall[],
  invoices: number,
  { logLevels, nodeOptions }: ServiceOptions,
): Promise<BenchSetup> {
  const dir = mkdtempSync(join(tmpdir(), 'kvitt-bench-'));
  const discard = () => rmSync(dir, { recursive: true, force: true });
  process.once('exit', discard);
  const closers = [async () => discard()];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const database = kind === 'postgres' ? await startServer() : embeddedDatabase(dir);
    closers.push(database.close);
    const filled = await fillDatabase(database.env('first'), calls, invoices);
    const targets: Target[] = [];
    const add = (target: Target) => {
      closers.push(() => target.driver.stop());
      targets.push(target);
    };
    add(await rawTarget(database.env('raw'), filled.plans));
    for (const logLevel of logLevels) {
      const service = await startService(
        database.env(logLevel),
        logLevel,
        nodeOptions,
        join(dir, `${logLevel}.log`),
      );
      closers.push(service.stop);
      add(await serviceTarget(service, logLevel, filled));
    }
    return { title: database.title, targets, databaseCpu: database.databaseCpu, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function startServer(): Promise<BenchDatabase> {
  const server = await startPostgres({ settings: SERVER_SETTINGS });
  const env = { DATABASE_URL: server.url(), KVITT_SECRET: SECRET };
  return {
    title: `PostgreSQL ${server.version.split(' ')[0]}`,
    env: () => env,
    databaseCpu: () => processTreeCpu(server.pid()),
    close: server.stop,
  };
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

interface FilledDatabase extends Credentials {
  plans: Record<string, Plan>;
  inputs: Record<string, object[]>;
  calls: readonly BenchCall[];
}

async function fillDatabase(
  env: Environment,
  calls: readonly BenchCall[],
  invoices: number,
): Promise<FilledDatabase> {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const engine = await openEngine(readConfig({ ...env, KVITT_POOL: '1' }), { log });
  try {
    const { caller, ...credentials } = await fillBooks(engine, invoices);
    const filled: FilledDatabase = { ...credentials, plans: {}, inputs: {}, calls };
    for (const call of calls) {
      const { name, asAgentOf } = call;
      const inputs = Array.from({ length: call.variety }, () => call.input(invoices));
      filled.inputs[name] = (asAgentOf && filled.inputs[asAgentOf]) || inputs;
      if (!asAgentOf) filled.plans[name] = await capture(engine.kernel, caller, call, inputs);
    }
    return filled;
  } finally {
    await engine.close();
  }
}

async function rawTarget(env: Environment, plans: Record<string, Plan>): Promise<Target> {
  const { DATABASE_URL: url, KVITT_DATA_DIR: dataDir = '' } = env;
  const setup: RawSetup = { database: url ? { url } : { dataDir }, connections: CONNECTIONS, plans };
  return { name: 'raw', driver: await Driver.start('./raw-driver.ts', setup), serviceCpu: () => 0 };
}

interface RunningService {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the service as installed: in its own process, by its own command. */
async function startService(
  env: Environment,
  logLevel: string,
  nodeOptions: readonly string[],
  logFile: string,
): Promise<RunningService> {
  const port = await findFreePort();
  const out = openSync(logFile, 'w');
  const child = spawn('bin/kvitt', ['serve'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: {
      ...env,
      PATH: process.env.PATH,
      NODE_OPTIONS: [`--import=${FOLLOW_PARENT}`, ...nodeOptions].join(' '),
      HOST,
      PORT: String(port),
      KVITT_POOL: String(CONNECTIONS),
      KVITT_DEMO: 'off',
      KVITT_RATE_LIMIT: 'off',
      KVITT_LOG_LEVEL: logLevel,
    },
    stdio: ['ignore', out, 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  };
  await waitUntilReady(child, port).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { port, pid: child.pid ?? 0, stop };
}

async function waitUntilReady(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`http://${HOST}:${port}/health/ready`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The service did not start');
    await sleep(50);
  }
}

async function serviceTarget(
  { port, pid }: RunningService,
  logLevel: string,
  filled: FilledDatabase,
): Promise<Target> {
  const requests = Object.fromEntries(
    filled.calls.map((call) => {
      return [
        call.name,
        (filled.inputs[call.name] ?? []).map((input) => buildRequest(call, input, filled, HOST)),
      ];
    }),
  );
  const setup: HttpSetup = { host: HOST, port, connections: CONNECTIONS, requests };
  const driver = await Driver.start('./http-driver.ts', setup);
  return { name: logLevel, driver, serviceCpu: () => processCpu(pid) };
}
