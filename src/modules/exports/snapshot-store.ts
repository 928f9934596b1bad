import { setTextFormats } from '../../kernel/backup/catalogue.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, first, row } from '../../kernel/database/row.ts';
import { join, raw, sql } from '../../kernel/database/sql.ts';
import { renditionKindSql } from '../../kernel/database/state-sql.ts';
import { type ExportedTable, exportedColumns } from './exported-tables-store.ts';

const BATCH_ROWS = 100;

/** Reads all tables as they are at one moment, whatever is written meanwhile. */
export function readSnapshot<T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.script('set transaction isolation level repeatable read, read only');
    await setTextFormats(tx);
    return read(tx);
  });
}

/** The primary key of each table without the account; of one in partitions, that of each of them. */
export async function findKeys(
  db: Queryable,
  tables: readonly ExportedTable[],
): Promise<Map<string, string[]>> {
  const rows = await db.query(
    row({ name: col.text(), columns: col.textArray() }),
    sql`select distinct t.relname::text as name, array_agg(a.attname::text order by k.place) as columns
      from pg_index i left join pg_inherits h on h.inhrelid = i.indrelid
      join pg_class t on t.oid = coalesce(h.inhparent, i.indrelid)
      cross join lateral unnest(i.indkey) with ordinality k (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indisprimary and t.relnamespace = current_schema()::regnamespace
        and t.relname = any(${tables.map(({ table }) => table.name)}) group by t.relname, i.indrelid`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns.filter((one) => one !== 'account_id')]));
}

/** `path` and `key` name the file of the row and the row itself; empty for a table without files. */
const exportedRow = row({ line: col.text(), path: col.text(), key: col.text() });

/** The rows of an account as JSON, in the order of their keys. Bytes of files are replaced by the path of the file. */
export async function* exportedRows(
  tx: Transaction,
  accountId: number,
  exported: ExportedTable,
  key: readonly string[],
): AsyncGenerator<{ line: string; path: string; key: string }[]> {
  const { table, file } = exported;
  const columns = exportedColumns(exported).map((name) =>
    file?.column === name ? sql`${file.path} as ${raw(name)}` : raw(`t.${name}`),
  );
  const keyPairs = key.map((name) => `'${name}', t.${name}`).join(', ');
  const keyColumns = file ? sql`${file.path}, json_build_object(${raw(keyPairs)})::text` : sql`'', ''`;
  const order = key.length > 0 ? raw(key.map((name) => `t.${name}`).join(', ')) : raw('t.account_id');
  await tx.query(
    emptyRow,
    sql`declare exported no scroll cursor for
      select row_to_json(x)::text as line, k.path, k.key from ${raw(table.name)} t
      cross join lateral (select ${join(columns, ', ')}) x
      cross join lateral (select ${keyColumns}) k (path, key)
      where t.account_id = ${accountId} order by ${order}`,
  );
  for (;;) {
    const batch = await tx.query(exportedRow, sql`fetch forward ${raw(String(BATCH_ROWS))} from exported`);
    if (batch.length === 0) break;
    yield batch;
  }
  await tx.query(emptyRow, sql`close exported`);
}

/** Null where the row was deleted meanwhile. */
export async function readFileBytes(
  db: Queryable,
  accountId: number,
  { table, file }: ExportedTable,
  key: string,
): Promise<Buffer | null> {
  const name = raw(table.name);
  const same = Object.keys(JSON.parse(key)).map((column) => raw(`t.${column} = k.${column}`));
  const found = await first(
    db.query(
      row({ bytes: col.bytea() }),
      sql`select t.${raw(file?.column ?? '')} as bytes from ${name} t, jsonb_populate_record(null::${name}, ${key}::jsonb) k
        where t.account_id = ${accountId} and ${same.length > 0 ? join(same, ' and ') : raw('true')}`,
    ),
  );
  return found?.bytes ?? null;
}

/** Issued invoices whose PDF of the present state is kept once it is printed, and was not printed yet. */
export async function findUnprinted(db: Queryable, accountId: number): Promise<string[]> {
  const rows = await db.query(
    row({ guid: col.uuid() }),
    sql`select i.guid from invoices i
      cross join lateral (select ${renditionKindSql} as kind) now
      where i.account_id = ${accountId} and i.number is not null and now.kind is not null
        and not exists (select from renditions r
          where r.account_id = ${accountId} and r.invoice_id = i.id and r.kind = now.kind) order by i.id`,
  );
  return rows.map(({ guid }) => guid);
}
