import { anyGuid } from '../../../kernel/database/any-of.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';
import { files } from '../records/tables.ts';

const newFile = files.pick('guid', 'name', 'content_type');

export function insertFile(
  accountId: number,
  { bytes, sha256 }: UploadedFile,
  described: RowOf<typeof newFile>,
) {
  const record = { account_id: accountId, ...described, size: bytes.length, sha256, bytes };
  return { row: files.pick('guid'), result: sql`${files.insert(record)} returning guid` };
}

const foundFile = files.pick('guid', 'name', 'invoice_id', 'sales_document_id').with({ sha256: col.text() });
const foundColumns = sql`guid, name, invoice_id, sales_document_id, encode(sha256, 'hex') as sha256`;
export type FoundFile = RowOf<typeof foundFile>;

/** A file as documents list it. */
export const listedFile = row({ id: col.uuid(), name: col.text(), size: col.integer(), sha256: col.text() });

const list = sql`
  coalesce(json_agg(json_build_object('id', f.guid, 'name', f.name, 'size', f.size,
    'sha256', encode(f.sha256, 'hex')) order by f.created_at, f.guid), '[]')`;

/** The files `f` that an invoice was issued with: its own, and those that its order, draft, quote or template had then. */
const filesOfInvoice = (accountId: Sql, invoiceId: Sql) => sql`
  invoice_files l join files f on f.account_id = l.account_id and f.guid = l.file_guid
  where l.account_id = ${accountId} and l.invoice_id = ${invoiceId}`;

/** The list of the files of an invoice `i`. */
export const listedInvoiceFiles = sql`(select ${list} from ${filesOfInvoice(sql`i.account_id`, sql`i.id`)})`;

/** The list of the files of an invoice that is not issued yet, in a statement over `invoices`. */
export const listedDraftFiles = sql`(select ${list} from files f
  where f.account_id = invoices.account_id and f.invoice_id = invoices.id)`;

/** Whether an invoice `i` has files. */
export const hasFiles = sql`exists (
  select from invoice_files l where l.account_id = i.account_id and l.invoice_id = i.id)`;

/** The list of the files of a sales document `d`. */
export const listedDocumentFiles = sql`(
  select ${list} from files f where f.account_id = d.account_id and f.sales_document_id = d.id)`;

/**
 * The step of a statement that attaches files to the sales document which its step `document` returns, and releases those
 * that the document had before. Null leaves them as they are.
 */
export function attachToDocument(accountId: number, attached: readonly FoundFile[] | null): Sql {
  if (attached === null) return EMPTY;
  const guids = attached.map(({ guid }) => guid);
  return sql`, attached as (
    update files set sales_document_id = case when files.guid = any(${guids}::uuid[]) then document.id end
    from document where files.account_id = ${accountId}
      and (files.guid = any(${guids}::uuid[]) or files.sales_document_id = document.id))`;
}

function filesByGuid(accountId: number, guids: string[]): Sql {
  return sql`select ${foundColumns} from files where account_id = ${accountId} and guid = ${anyGuid(guids)}
      order by guid`;
}

export function findFiles(db: Queryable, accountId: number, guids: string[]): Promise<FoundFile[]> {
  return db.query(foundFile, filesByGuid(accountId, guids));
}

/** Rows are locked in the order of their guids, which rules out a deadlock between two invoices that name the same files. */
export function lockFiles(tx: Queryable, accountId: number, guids: string[]): Promise<FoundFile[]> {
  return tx.query(foundFile, sql`${filesByGuid(accountId, guids)} for update`);
}

const namedFile = files.pick('name', 'bytes');

export async function readFile(db: Queryable, accountId: number, guid: string) {
  const statement = sql`select ${namedFile.list()} from files where account_id = ${accountId} and guid = ${guid}`;
  return (await db.query(namedFile, statement))[0];
}

const fileContent = files.pick('name', 'bytes').with({ type: col.text() });

/** The files of an invoice that have one of these content types, oldest first, as many as fit into the size limit. */
export function filesOfTypes(
  db: Queryable,
  accountId: number,
  invoiceId: number,
  types: readonly string[],
  maxBytes: number,
) {
  return db.query(
    fileContent,
    sql`select name, content_type as type, bytes from (
        select f.name, f.content_type, f.bytes, f.created_at, f.guid,
          sum(f.size) over (order by f.created_at, f.guid) as bytes_so_far
        from ${filesOfInvoice(sql`${accountId}`, sql`${invoiceId}`)} and f.content_type = any(${[...types]}::text[])
      ) f
      where bytes_so_far <= ${maxBytes}
      order by created_at, guid`,
  );
}

/** `bytes` is null where the files before it have used up the size limit of a mail. */
const attachedFile = files.pick('name', 'content_type').with({ bytes: col.bytea().nullable() });
export type AttachedFile = RowOf<typeof attachedFile>;

/** The files of an invoice, oldest first; those beyond the size limit come without their content. */
export function attachedFiles(
  db: Queryable,
  accountId: number,
  invoiceGuid: string,
  maxBytes: number,
): Promise<AttachedFile[]> {
  return db.query(
    attachedFile,
    sql`select f.name, f.content_type,
        case when sum(f.size) over (order by f.created_at, f.guid) <= ${maxBytes} then f.bytes end as bytes
      from ${filesOfInvoice(
        sql`${accountId}`,
        sql`(select i.id from invoices i where i.account_id = ${accountId} and i.guid = ${invoiceGuid})`,
      )}
      order by f.created_at, f.guid`,
  );
}
