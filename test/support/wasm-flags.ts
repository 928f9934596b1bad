/**
 * V8 optimizes a WebAssembly function when it has run for long enough. In a process that lives for seconds that costs
 * more than it saves: a start of the embedded database takes 1.7 s of CPU time with the default budget and 0.8 s with this
 * one, under which only the inner loops of Tesseract and of long queries are optimized.
 */
export const WASM_FLAGS: readonly string[] = ['--wasm-tiering-budget=400000000'];
