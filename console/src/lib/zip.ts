import { crc32, ZipDirectory } from '../../../src/domain/files/zip.ts';

/** A file of an archive. */
export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
}

/** Packs files into a ZIP archive without compressing them: PDFs are compressed already, and sheets are small. */
export function zip(entries: readonly ZipEntry[]): Blob {
  const directory = new ZipDirectory();
  const parts = entries.flatMap(({ name, bytes }) => {
    const file = { name, crc: crc32(bytes), size: bytes.length, packed: bytes.length };
    return [directory.head(file), bytes, directory.tail(file)];
  });
  return new Blob([...parts, directory.end()] as Uint8Array<ArrayBuffer>[], { type: 'application/zip' });
}
