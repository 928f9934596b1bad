import { readFile } from 'node:fs/promises';
import { statementsOf } from '../../src/kernel/database/migrate.ts';
import { Sql } from '../../src/kernel/database/sql.ts';
import type { TestService } from './service.ts';
import { query } from './tables.ts';

/** Runs the statements of a migration that change rows; those of the schema have run already. */
export async function backfill(kvitt: TestService, migration: string): Promise<void> {
  const file = new URL(`../../src/kernel/migrations/${migration}.sql`, import.meta.url);
  const statements = statementsOf(await readFile(file, 'utf8')).filter((one) =>
    /^(update|insert)\b/.test(one),
  );
  for (const statement of statements) await query(kvitt, new Sql([statement], []));
}
