import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition answers something, looking often; fails when it takes longer than on the busiest machine. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  limitMs = 120_000,
): Promise<Exclude<T, false | 0 | '' | null | undefined>> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const answer = await condition();
    if (answer) return answer as Exclude<T, false | 0 | '' | null | undefined>;
    if (Date.now() > deadline) throw new Error(`waited ${limitMs / 1000} s in vain: ${what}`);
    await sleep(15);
  }
}
