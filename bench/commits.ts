import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../test/support/free-port.ts';
import type { BenchCall } from './calls.ts';
import { fillBooks, type ScriptRunner } from './fill-database.ts';
import { HOST, serviceTarget, startServer, startService, type Target } from './services.ts';
import { Cleanup } from './setup.ts';

const ROOT = resolve(import.meta.dirname, '..');

export interface Comparison {
  /** The service of the other commit, and that of this checkout. */
  other: Target;
  own: Target;
  close(): Promise<void>;
}

/** Two services with a PostgreSQL server each, filled with the same records over HTTP. */
export async function setUpComparison(
  commit: string,
  calls: readonly BenchCall[],
  invoices: number,
  nodeOptions: readonly string[],
): Promise<Comparison> {
  const cleanup = new Cleanup();
  try {
    const folder = checkOut(commit, cleanup);
    const own = await startSide('own', { cleanup, folder: ROOT, calls, invoices, nodeOptions });
    const other = await startSide(commit, { cleanup, folder, calls, invoices, nodeOptions: [] });
    return { own, other, close: cleanup.close };
  } catch (error) {
    await cleanup.close();
    throw error;
  }
}

/** A worktree of the commit, with the packages of its lock file. */
export function checkOut(commit: string, cleanup: Cleanup): string {
  const folder = join(cleanup.dir, 'commit');
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', folder, commit], { cwd: ROOT });
  // After the folder has been removed, whether the run ends or is interrupted.
  process.once('exit', () => execFileSync('git', ['worktree', 'prune'], { cwd: ROOT }));
  const [wanted, present] = [folder, ROOT].map((one) => readFileSync(join(one, 'package-lock.json'), 'utf8'));
  if (wanted === present) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else
    execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'ignore',
    });
  return folder;
}

interface Side {
  cleanup: Cleanup;
  folder: string;
  calls: readonly BenchCall[];
  invoices: number;
  nodeOptions: readonly string[];
}

async function startSide(
  name: string,
  { cleanup, folder, calls, invoices, nodeOptions }: Side,
): Promise<Target> {
  const { env, databaseCpu, close } = await startServer();
  cleanup.add(close);
  const [port, receiverPort] = [await findFreePort(), await findFreePort()];
  const options = { folder, port, logFile: join(cleanup.dir, `${name}.log`) };
  // Without jobs: nobody reads the receipt of the first cost while the operator approves it.
  const filling = await startService({ ...options, env: { ...env(name), KVITT_JOBS: 'off' } });
  const receiver = `http://${HOST}:${receiverPort}/`;
  const books = await withScripts(env(name).DATABASE_URL ?? '', (scripts) =>
    fillBooks(filling.url, scripts, invoices, receiver),
  ).finally(filling.stop);
  const service = await startService({ ...options, env: env(name), nodeOptions });
  cleanup.add(service.stop);
  const target = await serviceTarget(name, [service], calls, { books, receiverPort, databaseCpu });
  cleanup.add(() => target.driver.stop());
  return target;
}

/** Runs SQL over a connection of its own. */
export async function withScripts<T>(url: string, use: (scripts: ScriptRunner) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  const alone = async (text: string) => void (await client.query(text));
  const inTransaction = (text: string) => alone(`begin; ${text}; commit`);
  return use({ alone, inTransaction }).finally(() => client.end());
}
