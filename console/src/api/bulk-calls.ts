import { decodeBase64 } from '../lib/save-file.ts';
import type { ZipEntry } from '../lib/zip.ts';
import { call, type Delayed } from './call.ts';
import type { OperationName, OutputOf } from './types.ts';

/** As many records as one request is to check; a thousand would take longer than a request may. */
const CHECKED_AT_ONCE = 250;

export interface BulkWrite {
  operation: OperationName;
  /** What the operation takes besides the record. */
  input?: Readonly<Record<string, unknown>>;
}

export type RefusedRecord = OutputOf<'preview-many'>['refused'][number];

/** Which of the records a write would be refused for. */
export async function previewMany(write: BulkWrite, guids: readonly string[]): Promise<RefusedRecord[]> {
  const refused: RefusedRecord[] = [];
  for (let at = 0; at < guids.length; at += CHECKED_AT_ONCE) {
    const part = guids.slice(at, at + CHECKED_AT_ONCE);
    refused.push(...(await call('preview-many', { ...write, guids: part })).refused);
  }
  return refused;
}

/** Does it with all of them, at once or after the time in which it can be undone. */
export function runMany(write: BulkWrite, guids: readonly string[]): Promise<OutputOf<'run-many'> | Delayed> {
  return call('run-many', { ...write, guids }, { idempotencyKey: crypto.randomUUID(), mayDelay: true });
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
