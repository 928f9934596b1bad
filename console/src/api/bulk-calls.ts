import { decodeBase64 } from '../lib/save-file.ts';
import type { ZipEntry } from '../lib/zip.ts';
import { call } from './call.ts';
import type { InputOf, OperationName } from './types.ts';

/** One write of an action on many records; it can be undone where a single one can. */
export async function writeOne<N extends OperationName>(operation: N, input: InputOf<N>): Promise<undefined> {
  await call(operation, input, { idempotencyKey: crypto.randomUUID(), mayDelay: true });
}

/** The receipt of a cost, for a ZIP. The guid tells apart receipts of the same supplier and day. */
export async function fetchReceipt(guid: string): Promise<ZipEntry | undefined> {
  const { file, file_extension, issue_date, supplier_name } = await call('get-cost', { guid });
  if (!file) return undefined;
  const parts = [issue_date, supplier_name.replaceAll(/[^\p{L}\p{N}]+/gu, '-'), guid.slice(-6)];
  return { name: `${parts.filter(Boolean).join('-')}.${file_extension}`, bytes: decodeBase64(file) };
}

type PdfOperation = Extract<OperationName, `get-${string}-pdf`>;

/** A PDF that the server prints, for a ZIP. */
export async function fetchPdf(operation: PdfOperation, input: { guid: string }): Promise<ZipEntry> {
  const { file, file_name } = (await call(operation, input as never)) as { file: string; file_name: string };
  return { name: file_name, bytes: decodeBase64(file) };
}
