import { createHash } from 'node:crypto';
import { type StreamedFile, zipStream } from '../../kernel/node/zip-stream.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { readContext } from '../../kernel/operations/read-context.ts';
import { buildInvoiceDocument } from '../../rendering/build-invoice-document.ts';
import { renderUbl } from '../../rendering/ubl/invoice-ubl.ts';
import { einvoiceViolations } from '../../rendering/ubl/preflight.ts';
import { findOrPrintRendition } from '../invoices/renditions/rendition.ts';
import { documentName } from './document-name.ts';
import { EXPORTED, exportedColumns } from './exported-tables-store.ts';
import { FORMAT, FORMAT_VERSION, type Manifest, readmeText, rowsPath } from './manifest.ts';
import { Snapshot } from './snapshot.ts';
import { findUnprinted, readFileBytes } from './snapshot-store.ts';

/** The archive with everything that the account of the caller has, a chunk at a time. */
export async function* accountArchive(
  kernel: Kernel,
  caller: Caller,
  release: string,
): AsyncGenerator<Uint8Array> {
  const ctx = readContext(kernel, caller);
  // A PDF that is printed now is one of the rows; the other installation would print its own address on it.
  for (const guid of await findUnprinted(kernel.db, ctx.account.id)) await findOrPrintRendition(ctx, guid);
  const snapshot = await Snapshot.take(kernel.db, ctx.account.id);
  try {
    yield* zipStream(archiveFiles(ctx, snapshot, release));
  } finally {
    snapshot.remove();
  }
}

async function* archiveFiles(
  ctx: ReadContext,
  snapshot: Snapshot,
  release: string,
): AsyncGenerator<StreamedFile> {
  const { username, name, registrationNo: registration_no } = ctx.account;
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    kvitt: release,
    schema: snapshot.schema,
    made_at: ctx.now.toISOString(),
    account: { username, name, registration_no },
    counts: snapshot.counts,
    columns: Object.fromEntries(EXPORTED.map((one) => [one.kind, exportedColumns(one)])),
    files: [],
  };
  for await (const file of contents(ctx, snapshot, readmeText(manifest))) yield listIn(manifest, file);
  yield { name: 'manifest.json', chunks: [`${JSON.stringify(manifest, null, 1)}\n`] };
}

async function* contents(ctx: ReadContext, snapshot: Snapshot, readme: string): AsyncGenerator<StreamedFile> {
  yield { name: 'README.md', chunks: [readme] };
  for (const { kind } of EXPORTED) yield { name: rowsPath(kind), chunks: snapshot.rowsOf(kind) };
  const printed = new Set<string>();
  for await (const { kind, path, key } of snapshot.files()) {
    const exported = EXPORTED.find((one) => one.kind === kind);
    const bytes = exported && (await readFileBytes(ctx.db, ctx.account.id, exported, key));
    if (!bytes) throw new Error(`${path} was deleted while the account was exported`);
    yield { name: path, chunks: [bytes] };
    printed.add(path);
  }
  for await (const line of snapshot.linesOf('invoices')) yield* invoiceFiles(ctx, JSON.parse(line), printed);
}

/** The PDF of an invoice, unless it is among the files of rows, and the same as UBL, without the PDF that get-invoice-xml puts into it. */
async function* invoiceFiles(
  ctx: ReadContext,
  invoice: { guid: string; number: number | null; is_imported: boolean },
  printed: ReadonlySet<string>,
): AsyncGenerator<StreamedFile> {
  if (invoice.number === null) return;
  const path = `invoices/${documentName(invoice)}`;
  const { bytes, record } = await findOrPrintRendition(ctx, invoice.guid);
  if (!printed.has(`${path}.pdf`)) yield { name: `${path}.pdf`, chunks: [bytes] };
  yield {
    name: `${path}.xml`,
    chunks: [renderUbl(buildInvoiceDocument(record), [], einvoiceViolations(record).length === 0)],
  };
}

/** The same file, which the manifest names once it was read. */
function listIn(manifest: Manifest, { name: path, chunks }: StreamedFile): StreamedFile {
  const hash = createHash('sha256');
  let size = 0;
  const read = async function* () {
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      hash.update(bytes);
      size += bytes.length;
      yield bytes;
    }
    manifest.files.push({ path, size, sha256: hash.digest('hex') });
  };
  return { name: path, chunks: read() };
}
