import pg from 'pg';
import { until } from './until.ts';

/** Waits until `count` sessions of the database wait for a lock. It uses its own connection, because a transaction sees an old snapshot. */
export async function waitForBlockedSessions(url: string | undefined, count: number): Promise<void> {
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  try {
    await until(`${count} sessions wait for a lock`, async () => {
      const waiting = await watcher.query(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return waiting.rowCount === count;
    });
  } finally {
    await watcher.end();
  }
}
