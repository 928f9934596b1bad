import { observed } from '../operations/observed.ts';
import type { Layer } from './write-call.ts';

/** Measures the write, and makes it a span. */
export const observeWrite: Layer = (next) => (call) =>
  observed(call.kernel, call.op, call.caller, () => next(call));
