import { type Sql, sql } from '../../src/kernel/database/sql.ts';
import type { Kvitt } from './service.ts';

/** Tables that are nobody's, and why. */
export const SHARED_TABLES: Record<string, string> = {
  schema_migrations: 'the state of the schema itself',
  exchange_rates: 'rates are the same for all; the operator keeps them',
  cron_tasks: 'when each task that runs by the clock is due, once for all accounts',
  attempts: 'failures by name and by address: who tries is not known',
  setup_keys: 'opens the first account, when there is none',
};

export async function tablesOf(kvitt: Kvitt): Promise<string[]> {
  const rows = await query<{ name: string }>(
    kvitt,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return rows.map(({ name }) => name);
}

export function query<Row>(kvitt: Kvitt, statement: Sql): Promise<Row[]> {
  return kvitt.service.engine.kernel.db.query<Row>(statement);
}
