import type { Queryable } from '../../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';

export function insertFile(accountId: number, guid: string, file: UploadedFile, contentType: string): Sql {
  return sql`
    insert into files (account_id, guid, name, content_type, size, sha256, bytes)
    values (${accountId}, ${guid}, ${file.name.slice(0, 200)}, ${contentType}, ${file.bytes.length}, ${file.sha256},
      ${file.bytes})
    returning guid`;
}

export interface FoundFile {
  invoice_id: number | null;
}

/** Rows are locked in the order of their guids, which rules out a deadlock between two invoices that name the same files. */
export function findFiles(
  db: Queryable,
  accountId: number,
  guids: string[],
  mode: 'lock' | 'read',
): Promise<FoundFile[]> {
  return db.query<FoundFile>(sql`
    select invoice_id from files where account_id = ${accountId} and guid = any(${guids}::uuid[])
    order by guid ${mode === 'lock' ? sql`for update` : EMPTY}`);
}

export interface AttachedFile {
  name: string;
  content_type: string;
  /** Null where the files before it have used up the size limit of a mail. */
  bytes: Buffer | null;
}

/** The files of an invoice that have one of these content types, oldest first, as many as fit into the size limit. */
export function filesOfTypes(
  db: Queryable,
  accountId: number,
  invoiceId: number,
  types: readonly string[],
  mostBytes: number,
): Promise<{ name: string; type: string; bytes: Buffer }[]> {
  return db.query(sql`
    select name, content_type as type, bytes from (
      select name, content_type, bytes, created_at, guid, sum(size) over (order by created_at, guid) as so_far
      from files
      where account_id = ${accountId} and invoice_id = ${invoiceId} and content_type = any(${[...types]}::text[])
    ) f
    where so_far <= ${mostBytes}
    order by created_at, guid`);
}

/** The files of an invoice, oldest first; those beyond the size limit come without their content. */
export function attachedFiles(
  db: Queryable,
  accountId: number,
  invoiceGuid: string,
  mostBytes: number,
): Promise<AttachedFile[]> {
  return db.query<AttachedFile>(sql`
    select name, content_type,
      case when sum(size) over (order by created_at, guid) <= ${mostBytes} then bytes end as bytes
    from files
    where account_id = ${accountId} and invoice_id = (
      select i.id from invoices i where i.account_id = ${accountId} and i.guid = ${invoiceGuid})
    order by created_at, guid`);
}
