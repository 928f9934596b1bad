import { z } from 'zod';
import type { ReadContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { flag, guid, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operation.ts';
import { digest, sameBytes } from '../../../kernel/security/secrets.ts';
import { buildInvoiceDocument, statusMark } from '../../../rendering/build-invoice-document.ts';
import { printInvoice } from '../../../rendering/pdf/printer.ts';
import { ATTACHABLE_TYPES, renderUbl } from '../../../rendering/ubl/invoice-ubl.ts';
import { einvoiceProblems } from '../../../rendering/ubl/preflight.ts';
import { filesOfTypes } from '../files/file-store.ts';
import { insertRendition, type Rendition, readDocument, type StoredRendition } from './rendition-store.ts';

export const getInvoicePdf = defineRead({
  name: 'get-invoice-pdf',
  summary: 'The invoice or credit note as a PDF: the same bytes each time, until it is paid or credited.',
  scope: 'nav',
  input: object({
    guid: guid().describe('The invoice'),
    original: flag
      .optional()
      .describe('The PDF as it was first made, even if the invoice was paid or credited since'),
  }),
  output: z
    .object({
      guid: out.guid('The invoice'),
      file_name: out.text('What to call the file', 'reikningur-1.pdf'),
      file: out.text('The PDF, base64', 'JVBERi0xLjcK…').meta({ contentEncoding: 'base64' }),
    })
    .meta({ id: 'InvoicePdf' }),
  refusals: ['invoice_not_found'],
  async run(ctx, input) {
    const { file_name, bytes } = await renditionOf(ctx, input.guid, input.original ?? false);
    return { guid: input.guid, file_name, file: bytes.toString('base64') };
  },
});

/** What is attached beside the PDF; access points take no documents of any size. */
const MOST_ATTACHED = 8 * 1024 * 1024;

export const getInvoiceXml = defineRead({
  name: 'get-invoice-xml',
  summary:
    'The e-invoice of an invoice or credit note: UBL 2.1, Peppol BIS Billing 3.0, with the PDF and what is attached in it.',
  scope: 'nav',
  input: object({ guid: guid().describe('The invoice') }),
  output: z
    .object({
      guid: out.guid('The invoice'),
      file_name: out.text('What to call the file', 'reikningur-1.xml'),
      file: out.text('The XML, base64', 'PD94bWwg…').meta({ contentEncoding: 'base64' }),
    })
    .meta({ id: 'InvoiceXml' }),
  refusals: ['invoice_not_found', 'einvoice_refused'],
  async run(ctx, input) {
    const { file_name: pdfName, bytes, record, id, has_files } = await renditionOf(ctx, input.guid);
    if (record.number === null) fail('einvoice_refused', violation('einvoice_draft'));
    const problems = einvoiceProblems(record);
    if (problems.length > 0) fail('einvoice_refused', problems);
    const files = has_files
      ? await filesOfTypes(ctx.db, ctx.account.id, id, ATTACHABLE_TYPES, MOST_ATTACHED)
      : [];
    const pdf = { name: pdfName, type: 'application/pdf', bytes };
    const xml = renderUbl(buildInvoiceDocument(record), [pdf, ...files]);
    return {
      guid: input.guid,
      file_name: pdfName.replace(/pdf$/, 'xml'),
      file: Buffer.from(xml).toString('base64'),
    };
  },
});

/**
 * The invoice on paper. It is printed when it is first needed and kept; a draft is printed anew each time, for it is
 * not yet anything that was sent.
 */
export async function renditionOf(
  ctx: Pick<ReadContext, 'db' | 'account' | 'now'>,
  invoiceGuid: string,
  original = false,
): Promise<Rendition & Pick<StoredRendition, 'id' | 'record' | 'has_files'>> {
  const stored = await readDocument(ctx.db, ctx.account.id, invoiceGuid, original);
  if (!stored) fail('invoice_not_found');
  const { id, record, has_files, file_name, sha256, bytes, logo } = stored;
  const about = { id, record, has_files };
  if (file_name && sha256 && bytes) return { ...unharmed({ file_name, sha256, bytes }), ...about };
  const { pdf, fileName } = await printInvoice(record, logo);
  const made = { file_name: fileName, sha256: digest(pdf), bytes: pdf };
  const kind = statusMark(record)?.kind ?? 'issued';
  if (kind === 'draft') return { ...made, ...about };
  return { ...(await insertRendition(ctx.db, ctx.account.id, id, kind, made, ctx.now)), ...about };
}

function unharmed(rendition: Rendition): Rendition {
  if (sameBytes(digest(rendition.bytes), rendition.sha256)) return rendition;
  throw new Error(`The stored ${rendition.file_name} is not what was made`);
}
