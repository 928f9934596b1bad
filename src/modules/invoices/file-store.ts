import type { Reader } from '../../kernel/context.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import type { UploadedFile } from '../../kernel/files.ts';

export function insertFile(accountId: number, guid: string, file: UploadedFile, contentType: string): Sql {
  return sql`
    insert into files (account_id, guid, name, content_type, size, sha256, bytes)
    values (${accountId}, ${guid}, ${file.name.slice(0, 200)}, ${contentType}, ${file.bytes.length}, ${file.sha256},
      ${file.bytes})
    returning guid`;
}

/** Locked, so that of two invoices which name the same file at once only one gets it. */
export function lockFiles(
  tx: Reader,
  accountId: number,
  guids: string[],
): Promise<{ invoice_id: number | null }[]> {
  return tx.query(sql`
    select invoice_id from files where account_id = ${accountId} and guid = any(${guids}::uuid[])
    order by guid for update`);
}
