import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../src/config.ts';
import { OPERATOR_TOKEN } from '../test/support/databases.ts';
import { findFreePort } from '../test/support/free-port.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { type BenchCall, requestsOf } from './calls.ts';
import { processTreeCpu } from './cpu-time.ts';
import { Driver } from './driver.ts';
import type { Books } from './fill-database.ts';
import type { CallRequests, HttpSetup } from './http-driver.ts';

export const CONNECTIONS = 16;
export const SECRET = 'a secret that only the bench knows';
export const HOST = '127.0.0.1';
/** Stops the service when the bench process is gone, however it ended. */
const FOLLOW_PARENT = import.meta.resolve('../test/support/runner/follow-parent.ts');
/** A release builds its console at its first start. */
const START_TIMEOUT_MS = 180_000;
/** Reads come from memory, and no checkpoint falls into a single round. */
const SERVER_SETTINGS = { shared_buffers: '512MB', max_wal_size: '8GB', checkpoint_timeout: '30min' };

/** A destination of requests: the database itself, or a service. */
export interface Target {
  name: string;
  driver: Driver;
  /** CPU time so far, in microseconds. */
  serviceCpu(): number;
  databaseCpu(): number;
}

export interface BenchDatabase {
  title: string;
  /** The environment for a process that uses the filled database. */
  env(user: string): Environment;
  databaseCpu(): number;
  close(): Promise<void>;
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

export interface RunningService {
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** The checkout whose service it is; this one by default. */
  folder?: string;
  env: Environment;
  nodeOptions?: readonly string[];
  logFile: string;
  port?: number;
}

/** Starts a service as installed: in its own process, by its own command. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const port = options.port ?? (await findFreePort());
  const out = openSync(options.logFile, 'a');
  const child = spawn('bin/kvitt', ['serve'], {
    cwd: options.folder ?? resolve(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: [`--import=${FOLLOW_PARENT}`, ...(options.nodeOptions ?? [])].join(' '),
      HOST,
      PORT: String(port),
      KVITT_POOL: String(CONNECTIONS),
      // A release before this variable ran in one process, and ratios compare the cost of calls.
      KVITT_PROCESSES: '1',
      KVITT_DEMO: 'off',
      KVITT_RATE_LIMIT: 'off',
      KVITT_LOG_LEVEL: 'warn',
      KVITT_OPERATOR_TOKEN: OPERATOR_TOKEN,
      KVITT_ALLOW_LOCAL_WEBHOOKS: 'on',
      ...options.env,
    },
    stdio: ['ignore', out, 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  };
  const url = `http://${HOST}:${port}`;
  await waitUntilReady(child, url).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, port, pid: child.pid ?? 0, stop };
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The service did not start');
    await sleep(50);
  }
}

interface TargetOptions {
  books: Books;
  receiverPort: number;
  connections?: number;
  databaseCpu(): number;
}

/** A service, or several that share the connections. */
export async function serviceTarget(
  name: string,
  services: readonly RunningService[],
  calls: readonly BenchCall[],
  { books, receiverPort, connections = CONNECTIONS, databaseCpu }: TargetOptions,
): Promise<Target> {
  const requests: Record<string, CallRequests> = {};
  for (const call of calls)
    requests[call.name] = { ...requestsOf(call, books), isDelivered: call.isDelivered ?? false };
  const ports = services.map(({ port }) => port);
  const setup: HttpSetup = { host: HOST, ports, connections, requests, receiverPort };
  const driver = await Driver.start('./http-driver.ts', setup);
  const serviceCpu = () => services.reduce((sum, { pid }) => sum + processTreeCpu(pid), 0);
  return { name, driver, serviceCpu, databaseCpu };
}
