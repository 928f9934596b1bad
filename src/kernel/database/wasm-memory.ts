import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** The optimizing compiler takes 1.2 GB for a single function of PostgreSQL, for a few seconds at the first start. */
const MEMORY_FOR_OPTIMIZATION = 3 * 1024 ** 3;

/**
 * Whether the optimizing compiler could use up the memory of the machine, or of the container where that has less.
 * `constrained` is 0 where there is no limit.
 */
export function isShortOfMemory(constrained = process.constrainedMemory(), total = totalmem()): boolean {
  return Math.min(constrained || total, total) < MEMORY_FOR_OPTIMIZATION;
}

/**
 * Keeps WebAssembly at the code of the baseline compiler where memory is short. Statements then cost about 40 % more
 * processor time, but a node starts below 1 GB instead of being killed. To be called before the engine is compiled.
 */
export function limitWasmMemory(): void {
  if (!isShortOfMemory()) return;
  setFlagsFromString('--no-wasm-dynamic-tiering');
  setFlagsFromString('--no-wasm-tier-up');
}
