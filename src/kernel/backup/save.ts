import { createHash, type Hmac } from 'node:crypto';
import type { Database, Transaction } from '../database/database.ts';
import { isMigrated, refuseNewer } from '../database/migrate.ts';
import { col, emptyRow, row } from '../database/row.ts';
import { join, raw, sql } from '../database/sql.ts';
import { OperatorError } from '../node/operator-error.ts';
import { migrationsOf, setTextFormats, type Table, tablesIn, unknownTablesIn } from './catalogue.ts';
import { FORMAT, type Header, type TableHead, type Trailer } from './format.ts';

/** Rows of a table in memory at a time; a longer row is fetched alone. */
const BATCH_BYTES = 2 * 1024 * 1024;
const MAX_ROWS = 1000;

export interface SaveSummary {
  rows: Record<string, number>;
  /** Tables that are not ours and were left out. */
  leftOut: string[];
}

/**
 * Writes the lines of a backup to `sink`, from one snapshot. The tables are locked against schema changes before the
 * snapshot is taken, because a rewritten table looks empty to an older snapshot.
 */
export async function saveBackup(
  db: Database,
  about: Pick<Header, 'kvitt' | 'made_at' | 'secret'>,
  mac: Hmac,
  sink: (lines: AsyncIterable<string>) => Promise<void>,
): Promise<SaveSummary> {
  if (!(await isMigrated(db)))
    throw new OperatorError('There is nothing to back up: the database holds no books of Kvitt');
  const names = (await tablesIn(db)).map(({ quoted }) => quoted).join(', ');
  return db.transaction(async (tx) => {
    await tx.script('set transaction isolation level repeatable read, read only');
    await tx.script(`lock table ${names} in access share mode`);
    await setTextFormats(tx);
    const tables = await tablesIn(tx);
    if (tables.map(({ quoted }) => quoted).join(', ') !== names)
      throw new OperatorError('The schema was changed at this very moment: try again');
    const migrations = await migrationsOf(tx);
    refuseNewer(migrations);
    const database = db.embedded ? 'embedded' : 'postgres';
    const rows: Record<string, number> = {};
    const header = { kvitt_backup: FORMAT, database, migrations, ...about } as const;
    await sink(backupLines(tx, { header, mac }, tables, rows));
    return { rows, leftOut: await unknownTablesIn(tx) };
  });
}

async function* backupLines(
  tx: Transaction,
  { header, mac }: { header: Header; mac: Hmac },
  tables: readonly Table[],
  rows: Record<string, number>,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashLines = (lines: string[]) => {
    const text = `${lines.join('\n')}\n`;
    hash.update(text);
    mac.update(text);
    return text;
  };
  yield hashLines([JSON.stringify(header)]);
  for (const table of tables) {
    rows[table.name] = 0;
    yield hashLines([JSON.stringify(toTableHead(table))]);
    for await (const batch of tableRows(tx, table)) {
      rows[table.name] = (rows[table.name] ?? 0) + batch.length;
      yield hashLines(batch);
    }
  }
  const trailer: Trailer = { rows, sha256: hash.digest('hex'), hmac: mac.digest('hex') };
  yield `${JSON.stringify(trailer)}\n`;
}

function toTableHead({ name, columns }: Table): TableHead {
  const numbered = columns.filter(({ last }) => last !== null);
  return {
    table: name,
    columns: columns.map((column) => column.name),
    sequences: Object.fromEntries(numbered.map((column) => [column.name, column.last ?? ''])),
  };
}

async function* tableRows(tx: Transaction, { quoted, columns }: Table): AsyncGenerator<string[]> {
  const values = columns.map((column) => raw(`${column.quoted}::text`));
  const size = raw(String(await batchSize(tx, { quoted, columns })));
  await tx.query(
    emptyRow,
    sql`declare backup no scroll cursor for
      select array_to_json(array[${join(values, ', ')}])::text as line from ${raw(quoted)}`,
  );
  while (true) {
    const batch = await tx.query(row({ line: col.text() }), sql`fetch forward ${size} from backup`);
    if (batch.length === 0) break;
    yield batch.map(({ line }) => line);
  }
  await tx.query(emptyRow, sql`close backup`);
}

/** Sizes batches by the longest row, so that no batch exceeds the bound wherever the long rows are. */
async function batchSize(tx: Transaction, { quoted, columns }: Pick<Table, 'quoted' | 'columns'>) {
  const lengths = columns.filter(({ wide }) => wide).map(lengthOf);
  if (lengths.length === 0) return MAX_ROWS;
  const [longest] = await tx.query(
    row({ bytes: col.bigint() }),
    sql`select coalesce(max(${join(lengths.map(raw), ' + ')}), 0)::bigint as bytes from ${raw(quoted)}`,
  );
  return Math.max(1, Math.min(MAX_ROWS, Math.floor(BATCH_BYTES / Math.max(1, longest?.bytes ?? 1))));
}

/** The length of text and bytea is known without fetching them; for other types the stored size is close enough. */
function lengthOf({ quoted, type }: Table['columns'][number]): string {
  const length = /^(text|bytea)$/.test(type) ? `octet_length(${quoted})` : `pg_column_size(${quoted})`;
  return `coalesce(${length}, 0)::bigint`;
}
