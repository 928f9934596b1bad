import { toOneLine } from '../../domain/strings/one-line.ts';
import { toError } from '../../domain/values/errors.ts';
import type { Database, Transaction } from '../database/database.ts';
import {
  applyMigrations,
  knownMigrations,
  lockSchema,
  type Migration,
  schemaObjects,
} from '../database/migrate.ts';
import { partitionEmptyTables } from '../database/partitions.ts';
import { col, emptyRow, row } from '../database/row.ts';
import { buildSearchIndexes } from '../database/search-index.ts';
import { join, raw, sql } from '../database/sql.ts';
import { OperatorError } from '../node/operator-error.ts';
import { foreignKeysOf, migrationsOf, setTextFormats, type Table, tablesIn } from './catalogue.ts';
import { failDamaged, type Header, type TableHead } from './format.ts';
import type { Part } from './read.ts';

const BATCH_BYTES = 2 * 1024 * 1024;
const MAX_ROWS = 1000;
/** SQLSTATEs of values and schemas that do not fit; others are about the database itself. */
const DATA_ERROR = /^(22|23|42)/;

export interface LoadSummary {
  rows: number;
  tables: number;
  migrated: Migration[];
}

/** Refuses a backup that this build does not know the schema of. */
export function refuseUnknownSchema({ migrations, kvitt }: Header): void {
  const known = new Map(knownMigrations().map(({ version, name }) => [version, name]));
  const unknown = migrations.find(({ version, name }) => known.get(version) !== name);
  if (!unknown) return;
  throw new OperatorError(
    `The backup was made by Kvitt ${kvitt} and has the schema change ${unknown.name}, which this build does not know: restore it with the newer kvitt. Nothing was changed.`,
  );
}

/**
 * Loads a backup in one transaction: the schema as it was then, the rows, and what has changed in the schema since. Builds the
 * index of searches afterwards.
 * Everything is done as the owner of the tables; nothing needs the rights of a superuser.
 */
export async function loadBackup(db: Database, parts: AsyncIterable<Part>): Promise<LoadSummary> {
  const loaded = await loadParts(db, parts).catch(explain);
  await buildSearchIndexes(db);
  return loaded;
}

function explain(error: unknown): never {
  const { code = '', message } = toError(error);
  if (!DATA_ERROR.test(code)) throw error;
  throw new OperatorError(
    `The backup does not fit the schema: ${toOneLine(message).slice(0, 300)}. Nothing was changed.`,
  );
}

function loadParts(db: Database, parts: AsyncIterable<Part>): Promise<LoadSummary> {
  return db.transaction(async (tx) => {
    await setTextFormats(tx);
    await lockSchema(tx);
    await clearEmptyDatabase(tx);
    let loader: BackupLoader | undefined;
    let migrations: readonly Migration[] = [];
    for await (const part of parts) {
      if ('header' in part) {
        refuseUnknownSchema(part.header);
        migrations = part.header.migrations;
        await applyMigrations(tx, part.header.migrations);
        await partitionEmptyTables(tx);
        loader = await BackupLoader.begin(tx);
      } else if (!loader) failDamaged();
      else if ('table' in part) await loader.open(part.table);
      else await loader.add(part.row);
    }
    if (!loader) failDamaged();
    const { rows, tables } = await loader.end();
    await refuseOtherMigrations(tx, migrations);
    const migrated = await applyMigrations(tx, knownMigrations());
    await tx.script(`analyze ${(await tablesIn(tx)).map(({ quoted }) => quoted).join(', ')}`);
    return { rows, tables, migrated };
  });
}

/** A header that leaves a migration out would leave its indexes out for good: the rows say that it was applied. */
async function refuseOtherMigrations(tx: Transaction, applied: readonly Migration[]): Promise<void> {
  const recorded = await migrationsOf(tx);
  const namesOf = (all: readonly Migration[]) => all.map(({ version, name }) => `${version} ${name}`).sort();
  if (namesOf(recorded).join('\n') !== namesOf(applied).join('\n'))
    throw new OperatorError(
      'The header of the backup names other schema changes than its table schema_migrations. Nothing was changed.',
    );
}

/** Drops the schema of a database without accounts, which a node may have migrated and served already. */
async function clearEmptyDatabase(tx: Transaction): Promise<void> {
  const [found] = await tx.query(
    row({ migrated: col.boolean(), accounts: col.boolean() }),
    sql`select to_regclass('schema_migrations') is not null as migrated,
      to_regclass('accounts') is not null as accounts`,
  );
  if (!found?.migrated || !found.accounts) return;
  await tx.script('lock table accounts in access exclusive mode');
  const accounts = await tx.query(emptyRow, sql`select from accounts limit 1`);
  if (accounts.length > 0)
    throw new OperatorError(
      'The database has accounts in it, and a backup is restored only into one without: name another by DATABASE_URL or KVITT_DATA_DIR. Nothing was changed.',
    );
  const { tables, functions } = schemaObjects();
  await tx.script(`drop table if exists ${tables.join(', ')}`);
  await tx.script(`drop function if exists ${functions.join(', ')}`);
}

/**
 * Inserts rows with triggers disabled, because their effects are in the backup, and without foreign keys: they are added
 * again at the end, which checks all rows at once and makes the order of the tables irrelevant.
 */
class BackupLoader {
  readonly #tx: Transaction;
  readonly #tables: Map<string, Table>;
  readonly #afterwards: string[];
  #open: { table: Table; head: TableHead } | undefined;
  #batch: Buffer[] = [];
  #bytes = 0;
  #rows = 0;
  #seen = new Set<string>();

  private constructor(tx: Transaction, tables: readonly Table[], afterwards: string[]) {
    this.#tx = tx;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    this.#afterwards = afterwards;
  }

  static async begin(tx: Transaction): Promise<BackupLoader> {
    const tables = await tablesIn(tx);
    const keys = await foreignKeysOf(tx, tables);
    for (const { table, name } of keys) await tx.script(`alter table ${table} drop constraint ${name}`);
    for (const { quoted } of tables) await tx.script(`alter table ${quoted} disable trigger user`);
    // The migrations that were just applied have their rows here already.
    await tx.query(emptyRow, sql`delete from schema_migrations`);
    return new BackupLoader(tx, tables, [
      ...tables.map(({ quoted }) => `alter table ${quoted} enable trigger user`),
      ...keys.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
    ]);
  }

  async open(head: TableHead): Promise<void> {
    await this.#close();
    const table = this.#tables.get(head.table);
    const names = new Set(table?.columns.map(({ name }) => name));
    const isSame = names.size === head.columns.length && head.columns.every((name) => names.delete(name));
    if (!table || this.#seen.has(head.table) || !isSame)
      throw new OperatorError(
        `The table ${head.table} of the backup is not as the migrations make it, so it cannot be restored. Nothing was changed.`,
      );
    this.#seen.add(head.table);
    this.#open = { table, head };
  }

  /** The next number of an identity column is above all that the table has, whatever the backup says. */
  async #setSequences(): Promise<void> {
    if (!this.#open) return;
    const { table, head } = this.#open;
    for (const { name, quoted, sequence } of table.columns) {
      if (!sequence) continue;
      const last = head.sequences[name] ?? null;
      await this.#tx.query(
        row({ setval: col.bigint() }),
        sql`select setval(${sequence}::regclass, greatest(max(${raw(quoted)}), ${last}::bigint))
          from ${raw(table.quoted)} having coalesce(max(${raw(quoted)}), ${last}::bigint) > 0`,
      );
    }
  }

  async add(row: Buffer): Promise<void> {
    this.#batch.push(row);
    this.#bytes += row.length;
    if (this.#bytes >= BATCH_BYTES || this.#batch.length >= MAX_ROWS) await this.#flush();
  }

  async end(): Promise<{ rows: number; tables: number }> {
    await this.#close();
    const missing = [...this.#tables.keys()].find((name) => !this.#seen.has(name));
    if (missing) throw new OperatorError(`The backup lacks the table ${missing}. Nothing was changed.`);
    for (const statement of this.#afterwards) await this.#tx.script(statement);
    return { rows: this.#rows, tables: this.#seen.size };
  }

  async #close(): Promise<void> {
    await this.#flush();
    await this.#setSequences();
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0 || !this.#open) return;
    const { table, head } = this.#open;
    const columns = head.columns.map((name) => table.columns.find((column) => column.name === name));
    const names = columns.map((column) => raw(column?.quoted ?? ''));
    const values = columns.map((column, n) => raw(`(r ->> ${n})::${column?.type}`));
    const rows = `[${this.#batch.join(',')}]`;
    await this.#tx.query(
      emptyRow,
      sql`insert into ${raw(table.quoted)} (${join(names, ', ')}) overriding system value
        select ${join(values, ', ')} from jsonb_array_elements(${rows}::jsonb) r`,
    );
    this.#rows += this.#batch.length;
    this.#batch = [];
    this.#bytes = 0;
  }
}
