import { useSyncExternalStore } from 'react';

const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 5000;
/** Failures while the server answers, after which the file is taken to be gone. */
const MAX_FAILURES = 3;
/** A page that still lacks the file after a reload is not reloaded again within this time. */
const RELOAD_INTERVAL_MS = 60_000;
const RELOADED_AT = 'kvitt-reloaded-at';

let failing = 0;
const listeners = new Set<() => void>();

/**
 * Loads code on demand. While the server cannot be reached it retries with backoff, so that the screen appears by itself
 * afterwards. An upgrade of the server removes the files of a page that was loaded before it; that page is reloaded.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    setFailing(failing + 1);
    return await retry(load).finally(() => setFailing(failing - 1));
  }
}

async function retry<T>(load: () => Promise<T>): Promise<T> {
  let failures = 1;
  for (let ms = FIRST_RETRY_MS; ; ms = Math.min(2 * ms, MAX_RETRY_MS)) {
    await new Promise((done) => setTimeout(done, ms));
    try {
      return await load();
    } catch (error) {
      if (!(await isServerUp())) continue;
      failures += 1;
      if (failures >= MAX_FAILURES) return reloadOnce(error);
    }
  }
}

/** Reloads the page only where that would not replace it by the browser's own error page. */
export async function reloadWhenReachable(): Promise<void> {
  if (await isServerUp()) window.location.reload();
}

async function isServerUp(): Promise<boolean> {
  try {
    return (await fetch('/console/api/session', { credentials: 'same-origin' })).status < 500;
  } catch {
    return false;
  }
}

function reloadOnce(cause: unknown): Promise<never> {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < RELOAD_INTERVAL_MS) throw new Error('A file of the console is missing', { cause });
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
  return new Promise(() => {});
}

function setFailing(count: number): void {
  failing = count;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether some code of the screen cannot be loaded at the moment. */
export function useIsLoadFailing(): boolean {
  return useSyncExternalStore(subscribe, () => failing > 0);
}
