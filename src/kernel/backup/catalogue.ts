import type { Transaction } from '../database/database.ts';
import { type Migration, schemaObjects } from '../database/migrate.ts';
import { Sql, sql } from '../database/sql.ts';

export type CatalogueQueryable = Pick<Transaction, 'query'>;

interface Column {
  name: string;
  quoted: string;
  type: string;
  /** Whether its values have variable length. */
  wide: boolean;
  /** For an identity column: its sequence, and the last number drawn from it. */
  sequence: string | null;
  last: string | null;
}

export interface Table {
  name: string;
  quoted: string;
  columns: Column[];
}

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Our tables in the database with their columns, except generated ones. */
export async function tablesIn(db: CatalogueQueryable): Promise<Table[]> {
  return db.query<Table>(sql`
    select c.relname::text as name, quote_ident(c.relname) as quoted,
      json_agg(json_build_object('name', a.attname, 'quoted', quote_ident(a.attname),
        'type', format_type(a.atttypid, a.atttypmod), 'wide', a.attlen = -1,
        'sequence', s.name, 'last', pg_sequence_last_value(s.name::regclass)::text) order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    cross join lateral (select pg_get_serial_sequence(quote_ident(c.relname), a.attname) as name) s
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname = any(${schemaObjects().tables})
    group by c.relname order by c.relname`);
}

/** Tables in the same schema that no migration creates. */
export async function strangersIn(db: CatalogueQueryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all(${schemaObjects().tables}) order by 1`);
  return rows.map(({ name }) => name);
}

export async function foreignKeysOf(db: CatalogueQueryable, tables: readonly Table[]): Promise<ForeignKey[]> {
  return db.query<ForeignKey>(sql`
    select quote_ident(c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = current_schema()::regnamespace
      and c.relname = any(${tables.map(({ name }) => name)}) order by 1, 2`);
}

export async function migrationsOf(db: CatalogueQueryable): Promise<Migration[]> {
  return db.query<Migration>(sql`select version, name from schema_migrations order by version`);
}

/** Sets the text formats that both databases write and read alike, whatever the server's defaults are. */
export async function settleForms(tx: Transaction): Promise<void> {
  await tx.query(sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true), set_config('timezone', 'UTC', true),
    set_config('datestyle', 'ISO, YMD', true), set_config('intervalstyle', 'postgres', true),
    set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true)`);
}

/** Splices an identifier that the catalogue has quoted into a statement. */
export function raw(quoted: string): Sql {
  return new Sql([quoted], []);
}
