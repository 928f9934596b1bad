import type { Queryable } from './queryable.ts';
import { col, row } from './row.ts';
import { sql } from './sql.ts';

const versionRow = row({ version: col.integer() });

/** The number of the last migration, which tells versions of the service apart. */
export async function readSchemaVersion(db: Queryable): Promise<number> {
  const [found] = await db.query(
    versionRow,
    sql`select coalesce(max(version), 0)::integer as version from schema_migrations`,
  );
  return found?.version ?? 0;
}
