import { decodeBase64 } from '../lib/save-file.ts';
import type { ZipEntry } from '../lib/zip.ts';
import { call } from './call.ts';
import type { InputOf, OperationName } from './types.ts';

/** One write of an action on many records; it can be undone where a single one can. */
export async function writeOne<N extends OperationName>(operation: N, input: InputOf<N>): Promise<undefined> {
  await call(operation, input, { idempotencyKey: crypto.randomUUID(), mayDelay: true });
}

type PdfOperation = Extract<OperationName, `get-${string}-pdf`>;

/** A PDF that the server prints, for a ZIP. */
export async function fetchPdf(operation: PdfOperation, input: { guid: string }): Promise<ZipEntry> {
  const { file, file_name } = (await call(operation, input as never)) as { file: string; file_name: string };
  return { name: file_name, bytes: decodeBase64(file) };
}
