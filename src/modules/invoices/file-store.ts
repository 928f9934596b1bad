import { type Sql, sql } from '../../kernel/database/sql.ts';
import type { UploadedFile } from '../../kernel/files.ts';

export function insertFile(accountId: number, guid: string, file: UploadedFile, contentType: string): Sql {
  return sql`
    insert into files (account_id, guid, name, content_type, size, sha256, bytes)
    values (${accountId}, ${guid}, ${file.name.slice(0, 200)}, ${contentType}, ${file.bytes.length}, ${file.sha256},
      ${file.bytes})
    returning guid`;
}
