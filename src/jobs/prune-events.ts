import { RETENTION_DAYS } from '../domain/service/retention.ts';
import { isFullBatch, pruneEvents } from '../kernel/events/prune-events.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';

/** Deletes the events that are old enough. */
export async function pruneOldEvents(kernel: Kernel, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_DAYS.events * 24 * 3600 * 1000);
  let deleted = 0;
  for (let after = 0; ; ) {
    const done = await pruneEvents(kernel.db, before, after);
    if (!done) return deleted;
    deleted += done.deleted;
    after = isFullBatch(done.deleted) ? done.accountId - 1 : done.accountId;
  }
}
