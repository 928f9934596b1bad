import { fileTypeFromBuffer } from 'file-type';
import type { FileType } from '../../kernel/ports/documents.ts';

export async function detectType({ bytes }: { bytes: Uint8Array }): Promise<FileType | undefined> {
  const type = await fileTypeFromBuffer(bytes);
  return type && { ext: type.ext, mime: type.mime };
}
