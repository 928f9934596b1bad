import type { Queryable } from '../../../kernel/database/queryable.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { isGuid } from '../../../kernel/fields/input-fields.ts';
import { type FoundFile, findFiles, lockFiles } from './file-store.ts';

/** The ids in a comma-separated list, each once. */
function fileIds(list = ''): string[] {
  const ids = list.split(',').map((id) => id.trim().toLowerCase());
  return [...new Set(ids.filter((id) => id !== ''))];
}

/** Reads the files of a list for `checkAttachable`. */
export async function readAttachments(
  db: Queryable,
  accountId: number,
  list: string | undefined,
): Promise<FoundFile[]> {
  const ids = fileIds(list).filter(isGuid);
  return ids.length === 0 ? [] : findFiles(db, accountId, ids);
}

/** Locks them for a write, so that two invoices cannot attach the same file. */
export async function lockAttachments(
  tx: Queryable,
  accountId: number,
  list: string | undefined,
): Promise<FoundFile[]> {
  const ids = fileIds(list).filter(isGuid);
  return ids.length === 0 ? [] : lockFiles(tx, accountId, ids);
}

/**
 * The files of a list, all of which must be there and belong to no document yet. `documentId`: the sales document that is
 * changed, which may name its own files again.
 */
export function checkAttachable(
  list: string | undefined,
  found: readonly FoundFile[],
  documentId: number | null = null,
): readonly FoundFile[] {
  const ids = fileIds(list);
  if (found.length < ids.length) fail('file_not_found');
  const isFree = (file: FoundFile) =>
    file.invoice_id === null && (file.sales_document_id === null || file.sales_document_id === documentId);
  if (!found.every(isFree)) fail('file_in_use');
  return found;
}
