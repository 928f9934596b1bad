import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What `kvitt login` stores. */
export interface StoredToken {
  url: string;
  client_id: string;
  token_endpoint: string;
  access_token: string;
  refresh_token: string;
  /** Milliseconds since 1970. */
  expires_at: number;
}

/** A lock that is older was left behind by a process that ended. */
const STALE_LOCK_MS = 30_000;
const LOCK_POLL_MS = 50;

export function readToken(file: string): StoredToken | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredToken;
  } catch {
    return null;
  }
}

/** Replaces the file as a whole, readable by its owner alone: another command may read it at the same moment. */
export function writeToken(file: string, token: StoredToken): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(token, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

export function deleteToken(file: string): void {
  rmSync(file, { force: true });
}

/**
 * Runs `work` while no other process does for the same file. A refresh token works once, so two commands that refresh
 * at the same moment would sign each other out.
 */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${file}.lock`;
  while (!tryLock(lock)) await sleep(LOCK_POLL_MS);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isStale(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isStale(lock: string): boolean {
  try {
    return Date.now() - statSync(lock).mtimeMs > STALE_LOCK_MS;
  } catch {
    return false;
  }
}
