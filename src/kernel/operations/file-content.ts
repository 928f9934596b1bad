import { fail } from '../failures/failure.ts';
import { violation } from '../failures/violations.ts';
import type { UploadedFile } from '../fields/uploaded-file.ts';
import type { FileType } from '../ports/documents.ts';
import type { ReadContext } from './context.ts';

const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** Detects the type by the content; the name is ignored. Empty and oversized files are refused. */
export async function detectContent(
  { account, ports }: Pick<ReadContext, 'account' | 'ports'>,
  { bytes }: UploadedFile,
): Promise<FileType | undefined> {
  if (bytes.length === 0) fail('file_refused', violation('file_empty'));
  if (bytes.length > MAX_FILE_BYTES) fail('file_refused', violation('file_large'));
  return ports.documents.detectType(account.id, bytes);
}

/** The content type of a file, which must be one of these kinds. */
export async function requireContentType(
  ctx: Pick<ReadContext, 'account' | 'ports'>,
  file: UploadedFile,
  kinds: readonly string[],
): Promise<string> {
  const type = await detectContent(ctx, file);
  if (type && kinds.includes(type.ext)) return type.mime;
  return fail('file_refused', violation('file_kind', kinds.join(', ')));
}
