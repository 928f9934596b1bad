import type { UnpackedFiles } from '../../kernel/ports/documents.ts';
import { entriesOf, unpack } from '../zip-parts.ts';

const MAX_FILES = 1000;
const MAX_FILE_MB = 5;
const MAX_TOTAL_MB = 40;
const MEGABYTE = 1024 * 1024;

/** Every workbook has this part. */
const CONTENT_TYPES = '[Content_Types].xml';

/**
 * The XML files of a ZIP archive, in the order of their names; null where it is a workbook or no archive. What a file system puts
 * beside them, and files of other kinds, are left out.
 */
export function unpackXml({ bytes: sent }: { bytes: Uint8Array }): UnpackedFiles | null {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  if (bytes.toString('latin1', 0, 2) !== 'PK') return null;
  try {
    const entries = entriesOf(bytes, 'ZIP archive');
    if (entries.has(CONTENT_TYPES)) return null;
    const chosen = [...entries.values()].filter(({ name }) => isDocument(name));
    if (chosen.length === 0) return { problem: 'it has no XML file' };
    if (chosen.length > MAX_FILES) return { problem: `it has more than ${MAX_FILES} files` };
    const total = (of: 'packed' | 'size') => chosen.reduce((sum, entry) => sum + entry[of], 0);
    if (total('packed') > bytes.length) return { problem: 'its files overlap' };
    if (total('size') > MAX_TOTAL_MB * MEGABYTE)
      return { problem: `its files have more than ${MAX_TOTAL_MB} MB together` };
    const files = chosen.map((entry) => ({
      name: entry.name.split(/[\\/]/).at(-1) ?? '',
      bytes: unpack(bytes, entry, MAX_FILE_MB),
    }));
    return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function isDocument(name: string): boolean {
  const parts = name.split(/[\\/]/);
  const isHidden = parts.some((part) => part.startsWith('.') || part === '__MACOSX');
  return !isHidden && /\.xml$/i.test(name);
}
