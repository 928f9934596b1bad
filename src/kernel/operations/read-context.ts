import { toPlainDate } from '../../domain/values/dates.ts';
import type { Queryable } from '../database/queryable.ts';
import type { Caller } from './caller.ts';
import type { ReadContext } from './context.ts';
import type { Kernel } from './kernel.ts';

/** For a read that only looks, `db` is `kernel.reads`. What a write is prepared by must be read where it is written. */
export function readContext(kernel: Kernel, caller: Caller, db: Queryable = kernel.db): ReadContext {
  const now = caller.now ?? kernel.clock();
  const { policy, secrets, newGuid, ports, rateLimiter, events, programOperations, system } = kernel;
  const today = toPlainDate(now);
  const shared = { policy, secrets, newGuid, db, ports, rateLimiter, events, programOperations, system };
  return { account: caller.account, caller, now, today, ...shared };
}
