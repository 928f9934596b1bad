import type { FileRecord } from '../../domain/imports/records.ts';
import { Failure, fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { UploadedFile } from '../../kernel/fields/uploaded-file.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import type { RecordDocument, RecordImport, RowFate } from '../../kernel/operations/record-import.ts';

/** E-invoices in the place of rows, in the order of their names. */
export interface ReadDocuments {
  /** Those that can be read. */
  records: FileRecord[];
  of: ReadonlyMap<number, RecordDocument>;
  names: ReadonlyMap<number, string>;
  refused: RowFate[];
}

/** The e-invoices of a UBL file or of a ZIP of them; null where the file has rows. */
export async function readDocuments(
  ctx: ReadContext,
  { readDocument }: RecordImport,
  file: UploadedFile,
): Promise<ReadDocuments | null> {
  const files = await listFiles(ctx, file);
  if (!files) return null;
  if (!readDocument) return fail('records_unreadable', 'e-invoices become costs or open invoices');
  const found: ReadDocuments & { of: Map<number, RecordDocument>; names: Map<number, string> } = {
    ...{ records: [], of: new Map(), names: new Map(), refused: [] },
  };
  for (const [index, one] of files.entries()) {
    const row = index + 1;
    found.names.set(row, one.name);
    try {
      const document = await read(ctx, one);
      found.records.push({ row, fields: readDocument(ctx, document) });
      found.of.set(row, document);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      found.refused.push({ row, fate: 'refused', message: error.message });
    }
  }
  return found;
}

/** XML begins with a bracket, after a mark of its encoding. */
const XML_START = /^(?:\u00ef\u00bb\u00bf)?\s*</;

async function listFiles(
  { account, ports }: ReadContext,
  file: UploadedFile,
): Promise<UploadedFile[] | null> {
  if (XML_START.test(file.bytes.toString('latin1', 0, 100))) return [file];
  const unpacked = await ports.documents.unpackXml(account.id, file.bytes);
  if (!unpacked) return null;
  if ('problem' in unpacked) return fail('records_unreadable', unpacked.problem);
  return unpacked.files.map(({ name, bytes }) => new UploadedFile(name, bytes));
}

async function read({ account, ports }: ReadContext, file: UploadedFile): Promise<RecordDocument> {
  const { name, bytes, sha256 } = file;
  const found = await ports.documents.readEinvoice(account.id, { bytes, own: account.registrationNo });
  if (!found) return fail('file_refused', violation('einvoice_unread', 'it is no invoice or credit note'));
  if ('problem' in found) return fail('file_refused', violation('einvoice_unread', found.problem));
  return { name, sha256, read: found };
}

/** The outcome of each document, by the name of its file. */
export function nameDocuments(rows: readonly RowFate[], { names, refused }: ReadDocuments): RowFate[] {
  const all = [...rows, ...refused].sort((a, b) => a.row - b.row);
  return all.map(({ row, fate, message }) => {
    const name = names.get(row) ?? '';
    return { row, fate, message: message ? `${name}: ${message}` : name };
  });
}
