import { toPlainDate } from '../../domain/values/dates.ts';
import type { Caller } from './caller.ts';
import type { ReadContext } from './context.ts';
import type { Kernel } from './kernel.ts';

export function readContext(kernel: Kernel, caller: Caller): ReadContext {
  const now = caller.now ?? kernel.clock();
  const { db, policy, secrets, newGuid, ports, rateLimiter, events, programOperations } = kernel;
  const today = toPlainDate(now);
  const shared = { policy, secrets, newGuid, db, ports, rateLimiter, events, programOperations };
  return { account: caller.account, caller, now, today, ...shared };
}
