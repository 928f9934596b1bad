import { RETENTION_DAYS } from '../domain/service/retention.ts';
import { pruneEvents } from '../kernel/events/prune-events.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';

/** Ends the retention of events that are old enough. Returns in how many accounts. */
export async function pruneOldEvents(kernel: Kernel, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_DAYS.events * 24 * 3600 * 1000);
  let pruned = 0;
  for (let after = 0; ; ) {
    const done = await pruneEvents(kernel.db, before, after);
    if (!done) return pruned;
    pruned += done.pruned;
    after = done.accountId;
  }
}
