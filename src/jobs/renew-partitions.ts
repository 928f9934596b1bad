import { PARTITIONED } from '../kernel/database/partitions.ts';
import { renewPartitions } from '../kernel/database/renew-partitions.ts';
import { pruneDropped } from '../kernel/events/prune-events.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';

/** Makes partitions ahead of time, and drops those whose rows are past their retention. */
export async function renewAllPartitions(kernel: Kernel, now: Date): Promise<number> {
  let renewed = 0;
  for (const table of PARTITIONED)
    renewed += await renewPartitions(
      kernel.db,
      table,
      now,
      table.name === 'events' ? pruneDropped : undefined,
    );
  return renewed;
}
