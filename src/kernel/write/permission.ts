import { checkPermission, refuseClosedAccount } from '../operations/permission.ts';
import type { Layer } from './write-call.ts';

export const requirePermission: Layer = (next) => async (call) => {
  const { op, caller } = call;
  if (op.kind === 'write') checkPermission(op, caller);
  else if (!op.isAllowedWhenClosed) refuseClosedAccount(caller);
  return next(call);
};
