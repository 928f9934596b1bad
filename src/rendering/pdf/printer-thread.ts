import { parentPort } from 'node:worker_threads';
import { buildInvoiceDocument, type DocumentExtras } from '../build-invoice-document.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import type { PrintableInvoice } from '../printable-invoice.ts';
import { renderUbl } from '../ubl/invoice-ubl.ts';
import { einvoiceViolations } from '../ubl/preflight.ts';
import { type PrintableManual, renderManual } from './manual.ts';
import { type PrintableReceipt, receiptFileName, renderReceipt } from './receipt.ts';
import { fileName, renderPdf } from './render.ts';
import { type PrintableStatement, renderStatement, statementFileName } from './statement.ts';
import { type PrintableVatReturn, renderVatReturn } from './vat-return.ts';
import { vatReturnFileName } from './vat-return-name.ts';

/** The documents that are printed by themselves, and not like an invoice. */
export interface Reports {
  statement: PrintableStatement;
  receipt: PrintableReceipt;
  vatReturn: PrintableVatReturn;
  manual: PrintableManual;
}

interface Renderer<Content> {
  render(content: Content, logo: Uint8Array | null): Promise<Buffer>;
  nameOf(content: Content): string;
}

const RENDERERS: { readonly [K in keyof Reports]: Renderer<Reports[K]> } = {
  statement: { render: renderStatement, nameOf: statementFileName },
  receipt: { render: renderReceipt, nameOf: receiptFileName },
  vatReturn: { render: renderVatReturn, nameOf: (printed) => `${vatReturnFileName(printed)}.pdf` },
  manual: { render: renderManual, nameOf: ({ fileName }) => `${fileName}.pdf` },
};

type ReportOrder<K extends keyof Reports> = { report: K; content: Reports[K]; logo: Uint8Array | null };

export type PrintOrder =
  | ({ record: PrintableInvoice } & DocumentExtras)
  | { [K in keyof Reports]: ReportOrder<K> }[keyof Reports];

export type PrintResult = { fileName: string; pdf: Uint8Array<ArrayBuffer> } | { problem: string };

async function print(order: PrintOrder): Promise<PrintResult> {
  if ('report' in order) return printReport(order);
  const { record, ...extra } = order;
  const document = buildInvoiceDocument(record, extra);
  const bytes = await renderPdf(document, embeddedUbl(record, document));
  return { fileName: fileName(document), pdf: new Uint8Array(bytes) };
}

async function printReport<K extends keyof Reports>({ report, content, logo }: ReportOrder<K>) {
  const { render, nameOf } = RENDERERS[report];
  return { fileName: nameOf(content), pdf: new Uint8Array(await render(content, logo)) };
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
