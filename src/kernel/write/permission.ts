import { checkPermission } from '../permission.ts';
import type { Layer } from './write-call.ts';

export const requirePermission: Layer = (next) => async (call) => {
  checkPermission(call.op, call.caller);
  return next(call);
};
