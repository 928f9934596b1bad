import { measureCpuMs } from './cpu-time.ts';

/** The smallest time that is compared: below it the clock is too coarse. */
const FLOOR_MS = 2;

/**
 * How many times longer `work` takes with eight times the input: about 8 where it takes linear time, 64 where it takes
 * quadratic time. The shortest of several measurements counts, because other load only adds time.
 */
export function growthBy8(work: (size: number) => unknown, size: number): number {
  const shortest = (input: number) => Math.min(...[1, 2, 3].map(() => measureCpuMs(() => work(input))));
  work(size);
  return shortest(size * 8) / Math.max(shortest(size), FLOOR_MS);
}

/** Between linear and quadratic growth, with room for caches and garbage collection. */
export const MAX_GROWTH = 24;
