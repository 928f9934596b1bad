import { checkPermission, refuseClosedAccount } from '../operations/permission.ts';
import type { Layer } from './write-call.ts';

export const requirePermission: Layer = (next) => async (call) => {
  const { op, caller } = call;
  if (op.kind === 'internal') refuseClosedAccount(op, caller);
  else checkPermission(op, caller);
  return next(call);
};
