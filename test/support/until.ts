import { setTimeout as sleep } from 'node:timers/promises';

/** Looking more seldom after a while leaves the processor to what is waited for. */
const MAX_PAUSE_MS = 100;

/** Waits until the condition answers something, looking often; fails when it takes longer than on the busiest machine. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  limitMs = 120_000,
): Promise<Exclude<T, false | 0 | '' | null | undefined>> {
  const deadline = Date.now() + limitMs;
  for (let pause = 15; ; pause = Math.min(pause * 1.3, MAX_PAUSE_MS)) {
    const answer = await condition();
    if (answer) return answer as Exclude<T, false | 0 | '' | null | undefined>;
    if (Date.now() > deadline) throw new Error(`waited ${limitMs / 1000} s in vain: ${what}`);
    await sleep(pause);
  }
}
