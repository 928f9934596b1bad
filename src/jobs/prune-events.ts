import { isFullBatch, pruneEvents } from '../kernel/events/prune-events.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';

const KEPT_DAYS = 90;

/** Deletes the events that are older than 90 days. */
export async function pruneOldEvents(kernel: Kernel, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000);
  let deleted = 0;
  for (let after = 0; ; ) {
    const done = await pruneEvents(kernel.db, before, after);
    if (!done) return deleted;
    deleted += done.deleted;
    after = isFullBatch(done.deleted) ? done.accountId - 1 : done.accountId;
  }
}
