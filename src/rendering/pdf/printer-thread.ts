import { parentPort } from 'node:worker_threads';
import { buildInvoiceDocument } from '../build-invoice-document.ts';
import type { DocumentForm, InvoiceDocument } from '../invoice-document.ts';
import type { PrintableInvoice } from '../printable-invoice.ts';
import { renderUbl } from '../ubl/invoice-ubl.ts';
import { einvoiceViolations } from '../ubl/preflight.ts';
import { type PrintableManual, renderManual } from './manual.ts';
import { type PrintableReceipt, receiptFileName, renderReceipt } from './receipt.ts';
import { fileName, renderPdf } from './render.ts';
import { type PrintableStatement, renderStatement, statementFileName } from './statement.ts';
import { type PrintableVatReturn, renderVatReturn, vatReturnFileName } from './vat-return.ts';

export type PrintOrder =
  | {
      record: PrintableInvoice;
      logo: Uint8Array | null;
      /** Address of the public payment page; empty if there is none. */
      paymentLink: string;
      form: DocumentForm;
      /** Last day of a quote. */
      validUntil: string | null;
      /** The days that a reminder states. */
      overdueDays: number;
    }
  | { statement: PrintableStatement; logo: Uint8Array | null }
  | { receipt: PrintableReceipt; logo: Uint8Array | null }
  | { vatReturn: PrintableVatReturn; logo: Uint8Array | null }
  | { manual: PrintableManual; logo: Uint8Array | null };

export type PrintResult = { fileName: string; pdf: Uint8Array<ArrayBuffer> } | { problem: string };

async function print(order: PrintOrder): Promise<PrintResult> {
  if ('statement' in order) {
    const bytes = await renderStatement(order.statement, order.logo);
    return { fileName: statementFileName(order.statement), pdf: new Uint8Array(bytes) };
  }
  if ('receipt' in order) {
    const bytes = await renderReceipt(order.receipt, order.logo);
    return { fileName: receiptFileName(order.receipt), pdf: new Uint8Array(bytes) };
  }
  if ('vatReturn' in order) {
    const bytes = await renderVatReturn(order.vatReturn, order.logo);
    return { fileName: `${vatReturnFileName(order.vatReturn)}.pdf`, pdf: new Uint8Array(bytes) };
  }
  if ('manual' in order) {
    const bytes = await renderManual(order.manual, order.logo);
    return { fileName: `${order.manual.fileName}.pdf`, pdf: new Uint8Array(bytes) };
  }
  const { record, ...extra } = order;
  const document = buildInvoiceDocument(record, extra);
  const bytes = await renderPdf(document, embeddedUbl(record, document));
  return { fileName: fileName(document), pdf: new Uint8Array(bytes) };
}

/** Every issued invoice carries its data, also where the e-invoice network could not deliver it. */
function embeddedUbl(record: PrintableInvoice, document: InvoiceDocument): string | null {
  if (record.number === null || document.form !== 'invoice') return null;
  return renderUbl(document, [], einvoiceViolations(record).length === 0);
}

parentPort?.on('message', async (order: PrintOrder) => {
  const result = await print(order).catch((error: Error) => ({ problem: error.message }));
  parentPort?.postMessage(result, 'pdf' in result ? [result.pdf.buffer] : []);
});
