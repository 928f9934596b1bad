import type { Transaction } from '../database/database.ts';
import { type Migration, schemaObjects } from '../database/migrate.ts';
import { col, type RowOf, row } from '../database/row.ts';
import { sql } from '../database/sql.ts';
import { schemaMigrations } from '../database/tables.ts';

export type CatalogueQueryable = Pick<Transaction, 'query'>;

const columnRow = row({
  name: col.text(),
  quoted: col.text(),
  type: col.text(),
  /** Whether its values have variable length. */
  wide: col.boolean(),
  /** For an identity column: its sequence, and the last number drawn from it. */
  sequence: col.text().nullable(),
  last: col.text().nullable(),
});

const tableRow = row({ name: col.text(), quoted: col.text(), columns: col.jsonList(columnRow) });
export type Table = RowOf<typeof tableRow>;

const foreignKeyRow = row({ table: col.text(), name: col.text(), definition: col.text() });
export type ForeignKey = RowOf<typeof foreignKeyRow>;

/** Our tables in the database with their columns, except generated ones. */
export function tablesIn(db: CatalogueQueryable): Promise<Table[]> {
  return db.query(
    tableRow,
    sql`select c.relname::text as name, quote_ident(c.relname) as quoted,
      json_agg(json_build_object('name', a.attname, 'quoted', quote_ident(a.attname),
        'type', format_type(a.atttypid, a.atttypmod), 'wide', a.attlen = -1,
        'sequence', s.name, 'last', pg_sequence_last_value(s.name::regclass)::text) order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    cross join lateral (select pg_get_serial_sequence(quote_ident(c.relname), a.attname) as name) s
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname = any(${schemaObjects().tables})
    group by c.relname order by c.relname`,
  );
}

/** Tables in the same schema that no migration creates. */
export async function unknownTablesIn(db: CatalogueQueryable): Promise<string[]> {
  const rows = await db.query(
    row({ name: col.text() }),
    sql`select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all(${schemaObjects().tables}) order by 1`,
  );
  return rows.map(({ name }) => name);
}

export function foreignKeysOf(db: CatalogueQueryable, tables: readonly Table[]): Promise<ForeignKey[]> {
  return db.query(
    foreignKeyRow,
    sql`select quote_ident(c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = current_schema()::regnamespace
      and c.relname = any(${tables.map(({ name }) => name)}) order by 1, 2`,
  );
}

export function migrationsOf(db: CatalogueQueryable): Promise<Migration[]> {
  return db.query(
    schemaMigrations.pick('version', 'name'),
    sql`select version, name from schema_migrations order by version`,
  );
}

/**
 * Sets the text formats that both databases write and read alike, whatever the server's defaults are, and removes the
 * timeouts, all for this transaction.
 */
export async function setTextFormats(tx: Transaction): Promise<void> {
  await tx.script(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
    set local bytea_output = 'hex'; set local extra_float_digits = 1`);
}
