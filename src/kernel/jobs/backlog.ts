import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { Kernel } from '../execute.ts';

/** What the jobs of all nodes have before them. */
export interface Backlog {
  waiting: number;
  dead: number;
}

export async function backlog(kernel: Kernel): Promise<Backlog & { kinds: Record<string, number> }> {
  const rows = await kernel.db.query<Backlog & { kind: string }>(sql`
    select kind, count(*) filter (where dead_at is null) as waiting,
      count(*) filter (where dead_at is not null) as dead
    from jobs group by kind`);
  const sum = (state: keyof Backlog) => rows.reduce((total, row) => total + row[state], 0);
  const kinds = Object.fromEntries(rows.map(({ kind, waiting }) => [kind, waiting]));
  return { waiting: sum('waiting'), dead: sum('dead'), kinds };
}

/** For a database that only this process can be using: whatever holds a job there died with it. */
export async function releaseLeases(db: Database): Promise<void> {
  await db.query(sql`update jobs set locked_until = null where locked_until is not null`);
}
