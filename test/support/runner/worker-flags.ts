import { totalmem } from 'node:os';

/** Four workers of this size leave more than half of the memory to browsers, databases and temporary files. */
const HEAP_MB = Math.min(2_500, Math.round(totalmem() / 2 ** 20 / 10));

/** The flags of V8 in a test worker. Another process of the run shares its compile cache only under the same flags. */
export const WORKER_FLAGS: readonly string[] = [
  // V8 optimizes a WebAssembly function when it has run for long enough. In a process that lives for seconds that costs
  // more than it saves: a start of the embedded database takes 1.7 s of CPU time with the default budget and 0.8 s with
  // this one, under which only the inner loops of Tesseract and of long queries are optimized.
  '--wasm-tiering-budget=400000000',
  // A worker keeps the modules of all its test files. With the default size, the heap is collected as a whole each time that
  // it has grown by a few megabytes, which takes a tenth of the processor time of the first 40 files.
  `--initial-heap-size=${HEAP_MB}`,
];
