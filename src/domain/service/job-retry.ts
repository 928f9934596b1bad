const FIRST_DELAY = 5;
const MAX_DELAY = 3600;

/** Seconds until a failed job runs again, with exponential backoff: 5 s, 10 s, 20 s and so on, up to an hour. */
export function secondsUntilJobRetry(attempts: number): number {
  return Math.min(MAX_DELAY, FIRST_DELAY * 2 ** (attempts - 1));
}
