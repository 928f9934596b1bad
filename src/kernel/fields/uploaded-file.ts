import type { ReadContext } from '../context.ts';
import { fail } from '../failures/failure.ts';
import { violation } from '../failures/violations.ts';
import type { FileType } from '../ports/documents.ts';
import { digest } from '../security/secrets.ts';

const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** An uploaded file. As JSON it is its name and digest, never its bytes, so that fingerprints stay small. */
export class UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly sha256: Buffer;

  constructor(name: string, bytes: Buffer) {
    this.name = name;
    this.bytes = bytes;
    this.sha256 = digest(bytes);
  }

  toJSON() {
    return { name: this.name, sha256: this.sha256.toString('hex') };
  }
}

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
