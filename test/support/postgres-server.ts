import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';
import { guardDirectory } from './guarded-directory.ts';
import { findServerPrograms, type RunAs, serverUser } from './postgres-binaries.ts';

export type PostgresOptions = {
  /** false: nothing is synced to disk. Faster, and a crash of the server alone still loses nothing. */
  fsync?: boolean;
  /** Further server settings, such as `{ shared_buffers: '512MB' }`. */
  settings?: Record<string, string>;
  /** Where its files are; a temporary directory if unset. */
  directory?: string;
  /** That of a server that has ended; a free one if unset. */
  port?: number;
  /** Makes it a standby that follows this server. */
  standbyOf?: PostgresServer;
};

export type PostgresServer = {
  version: string;
  url(database?: string): string;
  pid(): number;
  isRunning(): boolean;
  /** Ends the server for good and removes its files. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  /** An immediate shutdown: the next start has to recover from the log, as after a power cut. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** The report of each deadlock since the last start, with the statements that were in it. */
  deadlocks(): string[];
};

/** In the statements of a test that provokes a deadlock. */
export const DELIBERATE_DEADLOCK = 'deadlock on purpose';

const READY_TIMEOUT_MS = 60_000;
const PORT_ATTEMPTS = 5;

/** Starts a PostgreSQL server in a temporary directory, reachable only on loopback. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const dir = mkdtempSync(join(options.directory ?? tmpdir(), 'kvitt-postgres-'));
  const guard = guardDirectory(dir, STOP_SERVER);
  const discard = () => {
    rmSync(dir, { recursive: true, force: true });
    guard.end();
  };
  try {
    const runAs = serverUser();
    if (runAs) chownSync(dir, runAs.uid, runAs.gid);
    const programs = findServerPrograms(dir, runAs);
    if (options.standbyOf) copyCluster(programs.dir, dir, runAs, options.standbyOf.url());
    else createCluster(programs.dir, dir, runAs);

    let port = 0;
    const server = serverProcess(dir, join(programs.dir, 'postgres'), runAs, () => settings(port, options));
    for (let attempt = 1; ; attempt++) {
      port = options.port ?? (await findFreePort());
      try {
        await server.start();
        break;
      } catch (error) {
        // Another process may have taken the port between the check and the start.
        if (attempt === PORT_ATTEMPTS || !/could not create any TCP/.test(String(error))) throw error;
      }
    }
    return {
      version: `${programs.version} from ${programs.dir}`,
      url: (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`,
      pid: server.pid,
      isRunning: server.isRunning,
      start: server.start,
      crash: () => server.end('SIGQUIT'),
      restart: () => server.end('SIGINT').then(server.start),
      stop: () => server.end('SIGQUIT').then(discard),
      deadlocks: server.deadlocks,
    };
  } catch (error) {
    discard();
    throw error;
  }
}

/** Stops a server whose test process has ended. */
const STOP_SERVER = `
    pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"
    for _ in $(seq 100); do [ -e "$1/data/postmaster.pid" ] || break; sleep 0.1; done`;

function createCluster(bin: string, dir: string, runAs: RunAs): void {
  const args = ['-D', join(dir, 'data'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8'];
  const options = { ...runAs, cwd: dir, env: { LC_ALL: 'C' }, encoding: 'utf8' } as const;
  const initdb = spawnSync(join(bin, 'initdb'), [...args, '--no-locale', '--no-sync'], options);
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.error ?? initdb.stderr}`);
}

function copyCluster(bin: string, dir: string, runAs: RunAs, from: string): void {
  const args = [
    '-D',
    join(dir, 'data'),
    '-d',
    from,
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
  ];
  const options = { ...runAs, cwd: dir, env: { LC_ALL: 'C' }, encoding: 'utf8' } as const;
  const copy = spawnSync(join(bin, 'pg_basebackup'), args, options);
  if (copy.status !== 0) throw new Error(`pg_basebackup failed: ${copy.error ?? copy.stderr}`);
}

function settings(port: number, options: PostgresOptions): string[] {
  const synced = options.fsync === false ? 'off' : 'on';
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: synced,
    full_page_writes: synced,
    ...options.settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Starts and ends the postmaster, without keeping the event loop alive. */
function serverProcess(dir: string, program: string, runAs: RunAs, flags: () => string[]) {
  const data = join(dir, 'data');
  const log = join(dir, 'server.log');
  let running: ChildProcess | undefined;

  const pid = () => {
    if (!running?.pid) throw new Error('PostgreSQL is not running');
    return running.pid;
  };

  const start = async () => {
    if (running) throw new Error('PostgreSQL is already running');
    const out = openSync(log, 'w');
    const child = spawn(program, ['-D', data, ...flags()], {
      ...runAs,
      cwd: dir,
      env: { LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', out, out],
    });
    closeSync(out);
    running = child;
    const forget = () => {
      if (running === child) running = undefined;
    };
    child.once('exit', forget).once('error', forget);
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!isReady(data, child.pid)) {
      if (Date.now() > deadline) await end('SIGKILL');
      if (!running) throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8')}`);
      await sleep(10);
    }
    child.unref();
  };

  const end = async (signal: NodeJS.Signals) => {
    const child = running;
    if (!child) return;
    child.ref();
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };

  const deadlocks = () => {
    const report = /^.*ERROR: {2}deadlock detected\n(?:.* DETAIL: .*\n)?(?:\t.*\n)*/gm;
    const found = readFileSync(log, 'utf8').match(report) ?? [];
    return found.filter((one) => !one.includes(DELIBERATE_DEADLOCK));
  };

  const isRunning = () => running !== undefined;
  return { start, end, pid, isRunning, deadlocks };
}

/** The postmaster keeps its state in its lock file: process id first, status in the eighth line. */
function isReady(data: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}
