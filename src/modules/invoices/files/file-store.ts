import type { Queryable } from '../../../kernel/context.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import type { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';

export function insertFile(accountId: number, guid: string, file: UploadedFile, contentType: string): Sql {
  return sql`
    insert into files (account_id, guid, name, content_type, size, sha256, bytes)
    values (${accountId}, ${guid}, ${file.name.slice(0, 200)}, ${contentType}, ${file.bytes.length}, ${file.sha256},
      ${file.bytes})
    returning guid`;
}

/** Locked, so that of two invoices which name the same file at once only one gets it. */
export function lockFiles(
  tx: Queryable,
  accountId: number,
  guids: string[],
): Promise<{ invoice_id: number | null }[]> {
  return tx.query(sql`
    select invoice_id from files where account_id = ${accountId} and guid = any(${guids}::uuid[])
    order by guid for update`);
}

export interface AttachedFile {
  name: string;
  content_type: string;
  /** Null where all before it have used up what may be sent along. */
  bytes: Buffer | null;
}

/** The files of an invoice that are of these types, in the order in which they came, as many as fit. */
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

/** The files of an invoice in the order in which they came, as many as fit into so many bytes. */
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
