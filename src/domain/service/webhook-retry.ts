/** Seconds between the attempts of a delivery: at once, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. */
const DELAYS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
const MAX_RETRY_AFTER = 86_400;
/** Attempts for many events that failed together are spread over the last tenth of their delay. */
const JITTER = 0.1;

export const MAX_WEBHOOK_ATTEMPTS = DELAYS.length + 1;

export interface FailedWebhookAttempt {
  /** How many attempts were made, this one included. */
  attempts: number;
  /** Seconds for which the receiver asked (Retry-After); null where it did not. */
  retryAfter: number | null;
  /** Between 0 and 1. */
  random: number;
}

/** Seconds until the next attempt; null after the last one. A receiver that asks for a later one gets it, up to a day. */
export function secondsUntilWebhookRetry({
  attempts,
  retryAfter,
  random,
}: FailedWebhookAttempt): number | null {
  const delay = DELAYS[attempts - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 - JITTER * random);
  return retryAfter === null ? jittered : Math.max(jittered, Math.min(retryAfter, MAX_RETRY_AFTER));
}

const FAILURES_TO_PAUSE = 20;
const FIRST_PAUSE = 60;
const MAX_PAUSE = 900;

/**
 * The circuit breaker: seconds for which nothing is sent to a receiver after so many failed attempts in a row; null: none.
 * It doubles with every further failure, so that a receiver that is down gets few calls however many events wait.
 */
export function secondsToPause(failures: number): number | null {
  if (failures < FAILURES_TO_PAUSE) return null;
  return Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** (failures - FAILURES_TO_PAUSE));
}
