import type { ColumnMapping } from '../../domain/bank/statement.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, first, row } from '../../kernel/database/row.ts';
import { joinCtes, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Insert } from '../../kernel/database/table.ts';
import type { ImportedRecords } from './schema.ts';
import { type ImportKind, recordImports } from './tables.ts';

/** How the columns of the last file of this kind were read. */
export async function findMapping(
  db: Queryable,
  accountId: number,
  kind: ImportKind,
): Promise<ColumnMapping | null> {
  const last = await first(
    db.query(
      recordImports.pick('mapping'),
      sql`select mapping from record_imports
        where account_id = ${accountId} and kind = ${kind} and mapping <> '{}'::jsonb order by id desc limit 1`,
    ),
  );
  return last?.mapping ?? null;
}

/** Two imports of one account would both find that a record is new. */
export async function lockImports(tx: Queryable, accountId: number): Promise<void> {
  const key = `record_imports ${accountId}`;
  await tx.query(emptyRow, sql`select from pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

const answer = row({ import: col.jsonb<ImportedRecords>() });

export function insertImport(
  record: Insert<typeof recordImports.columns>,
  records: readonly Sql[],
  imported: ImportedRecords,
) {
  return {
    row: answer,
    ctes: joinCtes(sql`imported as (${recordImports.insert(record)})`, ...records),
    result: sql`select ${JSON.stringify(imported)}::jsonb as import`,
  };
}
