import type { Lang } from '../../domain/values/codes.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, first, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, raw, type Sql, sql } from '../../kernel/database/sql.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { accountExportParts, accountExports } from './tables.ts';

const exportRow = accountExports.pick(
  ...([
    'id',
    'guid',
    'state',
    'kind',
    'from_date',
    'to_date',
    'lang',
    'size',
    'sha256',
    'created_at',
  ] as const),
);
export type ExportRow = RowOf<typeof exportRow>;
const begunRow = accountExports.pick('guid', 'state');

/** What an export has: everything, or the books of some days. */
export type ExportContents =
  | { kind: 'account' }
  | { kind: 'books'; from_date: string; to_date: string; lang: Lang };

/** Whether the row `alias` has the same contents. */
function hasContentsSql(alias: string, contents: ExportContents): Sql {
  const e = raw(alias);
  return contents.kind === 'account'
    ? sql`${e}.kind = 'account'`
    : sql`${e}.kind = 'books' and ${e}.from_date = ${contents.from_date} and ${e}.to_date = ${contents.to_date}
        and ${e}.lang = ${contents.lang}`;
}

/**
 * The guid of the export of these contents that is being written. Of several calls at once one begins an export, and the
 * others wait for it.
 */
export async function lockRunning(
  tx: Queryable,
  accountId: number,
  contents: ExportContents,
): Promise<string | null> {
  await tx.query(
    emptyRow,
    sql`select from pg_advisory_xact_lock(hashtextextended('account_exports ' || ${accountId}::text, 0))`,
  );
  const found = await tx.find(
    row({ guid: col.uuid() }),
    sql`select guid from account_exports e
        where account_id = ${accountId} and state = 'running' and ${hasContentsSql('e', contents)}`,
  );
  return found?.guid ?? null;
}

export function insertExport(
  accountId: number,
  guid: string,
  contents: ExportContents,
  { now, personId }: { now: Date; personId: number | null },
) {
  const record = {
    account_id: accountId,
    guid,
    ...contents,
    state: 'running' as const,
    created_at: now,
    created_by: personId,
  };
  return { row: begunRow, result: sql`${accountExports.insert(record)} returning ${begunRow.list()}` };
}

export function selectExport(accountId: number, guid: string) {
  const result = sql`select ${begunRow.list()} from account_exports where account_id = ${accountId} and guid = ${guid}`;
  return { row: begunRow, result };
}

export function findExport(db: Queryable, accountId: number, guid: string): Promise<ExportRow | null> {
  return db.find(
    exportRow,
    sql`select ${exportRow.list()} from account_exports where account_id = ${accountId} and guid = ${guid}`,
  );
}

export function listExports(
  db: Queryable,
  accountId: number,
  kinds: readonly ExportRow['kind'][],
  { take, skip, after }: BatchRange<ExportRow>,
): Promise<ExportRow[]> {
  return db.query(
    exportRow,
    pageOf(
      sql`select ${exportRow.list()} from account_exports
      where account_id = ${accountId} and kind = any(${kinds}) ${after ? sql`and id < ${after.id}` : EMPTY}
      order by id desc`,
      take,
      skip,
    ),
  );
}

/** All parts of a file but the last have as many bytes. */
export const PART_BYTES = 1024 * 1024;

export interface PartOf {
  accountId: number;
  guid: string;
  run: string;
}

/** Adds a part to the file of a run, as long as the export runs. */
export async function insertPart(
  db: Queryable,
  { accountId, guid, run }: PartOf,
  position: number,
  bytes: Uint8Array,
): Promise<void> {
  const record = {
    account_id: accountId,
    export_id: sql`id`,
    run,
    position,
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  };
  await db.query(
    emptyRow,
    sql`${accountExportParts.insertSelect(record)} from account_exports
      where account_id = ${accountId} and guid = ${guid} and state = 'running'`,
  );
}

/** Ends an export: the parts of other runs and the files of earlier exports of the same contents are deleted. */
export function endExport(
  { accountId, guid, run }: PartOf,
  file: { size: number; sha256: Buffer } | null,
  now: Date,
) {
  const end = file
    ? { state: 'ready' as const, run, ...file, ended_at: now }
    : { state: 'failed' as const, ended_at: now };
  return {
    row: begunRow,
    ctes: sql`ended as (${accountExports.update(end)} where account_id = ${accountId} and guid = ${guid}
        and state = 'running' returning id, kind, from_date, to_date, lang, ${begunRow.list()}),
      unused as (delete from account_export_parts p using ended e, account_exports x
        where p.account_id = ${accountId} and x.account_id = ${accountId} and x.id = p.export_id
          and (x.kind, x.from_date, x.to_date, x.lang) is not distinct from (e.kind, e.from_date, e.to_date, e.lang)
          and (p.export_id <> e.id or p.run <> ${run} or ${file === null}))`,
    result: sql`select ${begunRow.list()} from ended`,
  };
}

const partRow = row({ bytes: col.bytea() });

/** One part of the file of a finished export; null after the last one, and where the file was deleted. */
export async function findPart(
  db: Queryable,
  accountId: number,
  guid: string,
  position: number,
): Promise<Buffer | null> {
  const found = await first(
    db.query(
      partRow,
      sql`select p.bytes from account_exports e
        join account_export_parts p on p.account_id = ${accountId} and p.export_id = e.id and p.run = e.run
        where e.account_id = ${accountId} and e.guid = ${guid} and e.state = 'ready' and p.position = ${position}`,
    ),
  );
  return found?.bytes ?? null;
}
