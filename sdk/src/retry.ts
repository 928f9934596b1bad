const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** Statuses after which the same call can succeed: rate limit, restart, overload. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Whether the same call can succeed soon. A program whose proposals wait for people is told at once. */
export function isRetryable({ status, code }: { status: number; code: string }): boolean {
  return RETRYABLE.has(status) && code !== 'too_many_proposals';
}

/** Milliseconds to wait before a retry: what Retry-After says, or else exponential backoff with jitter. */
export function retryDelay(attempt: number, retryAfter: string | null, now = Date.now()): number {
  const sent = parseRetryAfter(retryAfter, now);
  if (sent !== null) return sent;
  const ceiling = Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
  return ceiling / 2 + (Math.random() * ceiling) / 2;
}

/** Retry-After is a number of seconds or an HTTP date. */
function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null || value.trim() === '') return null;
  const milliseconds = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds);
}

/** Rejects with the reason of the signal as soon as it aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
