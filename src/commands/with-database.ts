import type { Config } from '../config.ts';
import { Database } from '../kernel/database/database.ts';

/** Statement timeout of a command that reads or writes whole tables, which takes much longer than a request. */
export const BULK_STATEMENT_MS = 6 * 3_600_000;

/** Runs the work of a command on the database of the installation, and closes the connection however it ends. */
export async function withDatabase<T>(
  {
    databaseUrl,
    listenUrl,
    dataDir,
  }: Pick<Config, 'databaseUrl' | 'dataDir'> & { listenUrl?: string | undefined },
  work: (db: Database) => Promise<T>,
  answerMs?: number,
): Promise<T> {
  const db = new Database({
    url: databaseUrl,
    directUrl: listenUrl,
    dataDir,
    pool: 1,
    onError: () => {},
    ...(answerMs !== undefined && { answerMs }),
  });
  try {
    await db.start();
    return await work(db);
  } finally {
    await db.close();
  }
}
