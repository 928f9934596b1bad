import { checkEinvoice } from '../../domain/receipts/check-einvoice.ts';
import { toFileName } from '../../domain/strings/file-names.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { UploadedFile } from '../../kernel/fields/uploaded-file.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { detectContent } from '../../kernel/operations/file-content.ts';
import type { FileType, ReadEinvoice } from '../../kernel/ports/documents.ts';
import type { ReceiptReading } from '../../kernel/ports/receipt-reader.ts';

export interface Attachment {
  name: string;
  extension: string;
  contentType: string;
  bytes: Buffer;
}

/** The file that a cost stores, and the upload itself where the file is a smaller copy of it. */
export interface PreparedAttachment {
  file: Attachment;
  original: Attachment | null;
  /** The digest of the upload, by which the same file is recognised when it comes again. */
  digest: Buffer;
  /** What an e-invoice says; null for other receipts, which are read by a job. */
  reading: ReceiptReading | null;
}

const PICTURES = ['jpg', 'png', 'gif'];
const KINDS = ['jpg', 'jpeg', 'png', 'gif', 'pdf', 'xml of an e-invoice (UBL)'];
/** The namespace stands at the root element, before anything long. */
const UBL = /urn:oasis:names:specification:ubl:schema:xsd:(Invoice|CreditNote)-2/;
const ROOT_BYTES = 16 * 1024;

/** The content decides about the type, not the file name. */
export async function prepareAttachment(
  ctx: ReadContext,
  uploaded: UploadedFile,
): Promise<PreparedAttachment> {
  const { name, bytes } = uploaded;
  const { ext: extension, mime: contentType } = (await detectContent(ctx, uploaded)) ?? typeOfRest(bytes);
  const upload = { name: toFileName(name, extension), extension, contentType, bytes };
  const digest = uploaded.sha256;
  if (extension === 'pdf') return { file: upload, original: null, digest, reading: null };
  if (extension === 'xml') {
    const { content, reading } = await readEinvoice(ctx, bytes);
    return { file: { ...upload, bytes: Buffer.from(content) }, original: null, digest, reading };
  }
  if (!PICTURES.includes(extension)) {
    fail('file_refused', violation('file_kind', KINDS.join(', ')));
  }
  const shrunk = await ctx.ports.documents.shrinkReceipt(ctx.account.id, bytes);
  if ('problem' in shrunk) fail('file_refused', violation(`picture_${shrunk.problem}`));
  return { file: { ...upload, bytes: shrunk.picture }, original: upload, digest, reading: null };
}

/** XML without a declaration has no type of its own. */
function typeOfRest(bytes: Buffer): FileType {
  return isEinvoice(bytes) ? { ext: 'xml', mime: 'application/xml' } : { ext: '', mime: '' };
}

/** Refuses what cannot be read, and what contradicts itself. */
async function readEinvoice({ account, ports, today }: ReadContext, bytes: Buffer): Promise<ReadEinvoice> {
  const own = account.registrationNo;
  const read = isEinvoice(bytes) ? await ports.documents.readEinvoice(account.id, { bytes, own }) : null;
  if (!read) return fail('file_refused', violation('file_kind', KINDS.join(', ')));
  if ('problem' in read) return fail('file_refused', violation('einvoice_unread', read.problem));
  refuseContradictions({ account, today }, read);
  return read;
}

/** Refuses an e-invoice whose own sums contradict each other. */
export function refuseContradictions(
  { account, today }: Pick<ReadContext, 'account' | 'today'>,
  { einvoice }: ReadEinvoice,
): void {
  const receiver = { kennitala: account.registrationNo, today };
  const fatal = checkEinvoice(einvoice, receiver).find(({ isFatal }) => isFatal);
  if (fatal) fail('file_refused', { ...fatal, message: `${fatal.message}; ask its sender for a right one` });
}

function isEinvoice(bytes: Buffer): boolean {
  return UBL.test(bytes.toString('latin1', 0, ROOT_BYTES).replaceAll('\0', ''));
}
