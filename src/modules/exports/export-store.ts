import type { Queryable } from '../../kernel/database/queryable.ts';
import { bytea, emptyRow, first, type RowOf, row, uuid } from '../../kernel/database/row.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import { accountExportParts, accountExports } from './tables.ts';

const exportRow = accountExports.pick('id', 'guid', 'state', 'size', 'sha256', 'created_at');
export type ExportRow = RowOf<typeof exportRow>;
const begunRow = accountExports.pick('guid', 'state');

/** The guid of the export that is being written. Of several calls at once one begins an export, and the others wait for it. */
export async function lockRunning(tx: Queryable, accountId: number): Promise<string | null> {
  await tx.query(
    emptyRow,
    sql`select from pg_advisory_xact_lock(hashtextextended('account_exports ' || ${accountId}::text, 0))`,
  );
  const found = await first(
    tx.query(
      row({ guid: uuid() }),
      sql`select guid from account_exports where account_id = ${accountId} and state = 'running'`,
    ),
  );
  return found?.guid ?? null;
}

export function insertExport(
  accountId: number,
  guid: string,
  { now, personId }: { now: Date; personId: number | null },
) {
  const record = {
    account_id: accountId,
    guid,
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
  return first(
    db.query(
      exportRow,
      sql`select ${exportRow.list()} from account_exports where account_id = ${accountId} and guid = ${guid}`,
    ),
  );
}

export function listExports(
  db: Queryable,
  accountId: number,
  take: number,
  skip: number,
  after: ExportRow | null,
): Promise<ExportRow[]> {
  return db.query(
    exportRow,
    sql`select ${exportRow.list()} from account_exports
      where account_id = ${accountId} ${after ? sql`and id < ${after.id}` : EMPTY}
      order by id desc limit ${take} offset ${skip}`,
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

/** Ends an export: the parts of other runs and the files of earlier exports are deleted. */
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
        and state = 'running' returning id, ${begunRow.list()}),
      unused as (delete from account_export_parts p using ended e where p.account_id = ${accountId}
        and (p.export_id <> e.id or p.run <> ${run} or ${file === null}))`,
    result: sql`select ${begunRow.list()} from ended`,
  };
}

const partRow = row({ bytes: bytea() });

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
