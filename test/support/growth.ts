import { measureCpuMs } from './cpu-time.ts';

/** The smallest time that is compared: below it the clock is too coarse. */
const FLOOR_MS = 2;

/** Between linear and quadratic growth, with room for caches and garbage collection. */
export const MAX_GROWTH = 24;
const ATTEMPTS = 3;

/**
 * How many times longer `work` takes with eight times the input: about 8 where it takes linear time, 64 where it takes
 * quadratic time. Other load only adds time, so the long measurement is repeated if it exceeds the limit, and the
 * shortest counts.
 */
export async function growthBy8(work: (size: number) => unknown, size: number): Promise<number> {
  const measure = (input: number) => measureCpuMs(() => work(input));
  await work(size);
  let short = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) short = Math.min(short, await measure(size));
  short = Math.max(short, FLOOR_MS);
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && growth >= MAX_GROWTH; attempt++)
    growth = Math.min(growth, (await measure(size * 8)) / short);
  return growth;
}
