import { setTimeout as sleep } from 'node:timers/promises';

/** Polling less often after a while leaves the processor to the work that the test waits for. */
const MAX_PAUSE_MS = 100;

/** Polls until the condition returns a truthy value; the limit allows for the busiest machine. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  limitMs = 120_000,
): Promise<Exclude<T, false | 0 | '' | null | undefined>> {
  const deadline = Date.now() + limitMs;
  for (let pause = 15; ; pause = Math.min(pause * 1.3, MAX_PAUSE_MS)) {
    const answer = await condition();
    if (answer) return answer as Exclude<T, false | 0 | '' | null | undefined>;
    if (Date.now() > deadline) throw new Error(`timed out after ${limitMs / 1000} s: ${what}`);
    await sleep(pause);
  }
}
