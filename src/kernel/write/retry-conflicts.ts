import { retryOnConflict } from '../database/retry-on-conflict.ts';
import type { Layer } from './write-call.ts';

export const retryConflicts: Layer = (next) => (call) =>
  retryOnConflict(() => next(call), { maxAttempts: 5 });
