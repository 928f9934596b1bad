import type { Queryable } from '../../src/kernel/database/queryable.ts';
import { Sql, sql } from '../../src/kernel/database/sql.ts';
import { select } from './select.ts';

/** Which keys were used on a day is noted by the authentication, before any call runs. */
const UNRELATED = ['schema_migrations', 'cron_tasks', 'primary_timeline', 'api_key_uses'];

/**
 * What tells every change of the rows of a table from no change, without the audit rows of dry runs: a row that is inserted or
 * updated has the number of its transaction (xmin), which is the highest so far, and a row that is deleted is counted no more.
 * An update to the same values is a change too. Reading all values took most of the database's time in the tests that use this.
 */
export class DatabaseDigest {
  readonly #db: Pick<Queryable, 'query'>;
  readonly #statement: Sql;

  private constructor(db: Pick<Queryable, 'query'>, tables: readonly string[]) {
    this.#db = db;
    const parts = tables.map((table) => {
      const condition = table === 'audit_log' ? "where outcome <> 'dry_run'" : '';
      return `select '${table}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as rows from ${table} ${condition}`;
    });
    this.#statement = new Sql([parts.join(' union all ')], []);
  }

  /** Of all tables but those of `leftOut`. */
  static async of(db: Pick<Queryable, 'query'>, leftOut = UNRELATED): Promise<DatabaseDigest> {
    const tables = await select<{ name: string }>(
      db,
      sql`select relname::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    return new DatabaseDigest(
      db,
      tables.map(({ name }) => name).filter((name) => !leftOut.includes(name)),
    );
  }

  async read(): Promise<Record<string, string>> {
    const rows = await select<{ name: string; rows: string }>(this.#db, this.#statement);
    return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
  }
}
