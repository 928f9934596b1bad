import { type Sql, sql } from '../../src/kernel/database/sql.ts';
import { select } from './select.ts';
import type { TestService } from './service.ts';

/** Tables that belong to no account, and why. */
export const SHARED_TABLES: Record<string, string> = {
  schema_migrations: 'the state of the schema itself',
  exchange_rates: 'rates are the same for all; the operator keeps them',
  fetched_einvoices: 'documents at the access point, of which it may not be known yet whose they are',
  primary_timeline: 'of the database server, which all share',
  cron_tasks: 'leases of cron tasks, which run once for all accounts',
  attempts: 'counts of rate limits, such as failed sign-ins by name and address: the account is not known',
  setup_keys: 'opens the first account, when there is none',
};

export async function tablesOf(kvitt: TestService): Promise<string[]> {
  const rows = await query<{ name: string }>(
    kvitt,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  return rows.map(({ name }) => name);
}

export function query<Row>(kvitt: TestService, statement: Sql): Promise<Row[]> {
  return select<Row>(kvitt.service.engine.kernel.db, statement);
}
