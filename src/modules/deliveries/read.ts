import { statusCase } from '../../domain/invoices/invoice-status.ts';
import { LANGS } from '../../domain/values/codes.ts';
import { toPlainDate } from '../../domain/values/dates.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { choice, flag, guid, object } from '../../kernel/fields/input-fields.ts';
import { fileAnswer } from '../../kernel/fields/output-fields.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { buildInvoiceDocument } from '../../rendering/build-invoice-document.ts';
import { ATTACHABLE_TYPES, renderUbl } from '../../rendering/ubl/invoice-ubl.ts';
import { einvoiceViolations } from '../../rendering/ubl/preflight.ts';
import { filesOfTypes } from '../invoices/files/file-store.ts';
import { findOrPrintRendition } from '../invoices/renditions/rendition.ts';
import { READERS } from '../payments/read.ts';
import { type DeliveryRow, readDelivery } from './delivery-store.ts';
import { printReceiptOf } from './receipts/print-receipt.ts';
import { findReceipt } from './receipts/receipt-store.ts';
import type { DeliveryOfInvoice } from './schema.ts';

export interface DeliveryFacts extends DeliveryRow {
  /** Whether a reminder may still be sent: false once the invoice is settled or in collection. */
  is_reminded: boolean;
}

/** What must be known to carry an invoice to its customer; null when it is not issued. */
export async function findDelivery(
  { db, clock }: Kernel,
  { account, now = clock() }: Caller,
  { invoice_guid, series }: DeliveryOfInvoice,
): Promise<DeliveryFacts | null> {
  const row = await readDelivery(db, account.id, invoice_guid, series);
  // Nobody owes a donation.
  return row && { ...row, is_reminded: row.sold !== 'DONA' && statusCase(row, toPlainDate(now)).isReminded };
}

export const getInvoicePdf = defineRead({
  name: 'get-invoice-pdf',
  summary: 'Reads the PDF of an invoice or credit note.',
  description:
    'The answer has the file in base64. It has the same bytes each time until the invoice is paid or credited. A draft has no PDF before it is issued.',
  access: { scope: 'nav' },
  input: object({
    guid: guid('The invoice'),
    original: flag.optional(
      '1: the PDF as it was first rendered, even if the invoice was paid or credited since',
    ),
  }),
  output: fileAnswer('InvoicePdf', 'The invoice', 'reikningur-1.pdf'),
  refusals: ['invoice_not_found'],
  async run(ctx, input) {
    const { file_name, bytes } = await findOrPrintRendition(ctx, input.guid, input.original ?? false);
    return { guid: input.guid, file_name, file: bytes.toString('base64') };
  },
});

/** Access points limit the size of a document, so attachments beside the PDF are limited too. */
const MAX_ATTACHED_BYTES = 8 * 1024 * 1024;

export const getInvoiceXml = defineRead({
  name: 'get-invoice-xml',
  summary:
    'Reads the e-invoice of an invoice or credit note: UBL 2.1, Peppol BIS Billing 3.0, with the PDF and the attachments inside.',
  description:
    'The answer has the file in base64. The same document is sent to the e-invoice hub if the customer receives e-invoices.',
  access: { scope: 'nav' },
  input: object({ guid: guid('The invoice') }),
  output: fileAnswer('InvoiceXml', 'The invoice', 'reikningur-1.xml', 'XML'),
  refusals: ['invoice_not_found', 'einvoice_refused'],
  async run(ctx, input) {
    const { file_name: pdfName, bytes, record, id, has_files } = await findOrPrintRendition(ctx, input.guid);
    if (record.number === null) fail('einvoice_refused', violation('einvoice_draft'));
    const problems = einvoiceViolations(record);
    if (problems.length > 0) fail('einvoice_refused', problems);
    const files = has_files
      ? await filesOfTypes(ctx.db, ctx.account.id, id, ATTACHABLE_TYPES, MAX_ATTACHED_BYTES)
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

export const getPaymentReceipt = defineRead({
  name: 'get-payment-receipt',
  summary:
    'Reads the receipt of a payment as a PDF: payer, amount, the invoices that it settles and what remains of them.',
  description:
    'The answer has the file in base64, rendered on each call with what remains of the invoices on that day. Nothing is sent or stored.',
  access: READERS,
  input: object({
    guid: guid('The payment'),
    lang: choice(LANGS).optional('Its language; that of the payer when left out'),
  }),
  output: fileAnswer('PaymentReceipt', 'The payment', 'kvittun-17-2026-03-16.pdf'),
  refusals: ['payment_not_found'],
  async run(ctx, { guid: target, lang }) {
    const payment = (await findReceipt(ctx.db, ctx.account.id, target)) ?? fail('payment_not_found');
    const { fileName, pdf } = await printReceiptOf(ctx, payment, lang);
    return { guid: target, file_name: fileName, file: pdf.toString('base64') };
  },
});
