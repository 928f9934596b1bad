import { parentPort } from 'node:worker_threads';
import { invoiceDocument } from '../model.ts';
import type { PrintableInvoice } from '../printable-invoice.ts';
import { einvoiceProblems } from '../ubl/preflight.ts';
import { renderUbl } from '../ubl/write.ts';
import { fileName, renderPdf } from './render.ts';

export interface PrintOrder {
  id: number;
  record: PrintableInvoice;
  logo: Uint8Array | null;
}

export type PrintAnswer =
  | { id: number; fileName: string; pdf: Uint8Array<ArrayBuffer> }
  | { id: number; problem: string };

/** Only those who get e-invoices have one, and a draft has none yet. */
function hasEinvoice(record: PrintableInvoice): boolean {
  return (
    record.number !== null && record.buyer.output_select === '2' && einvoiceProblems(record).length === 0
  );
}

async function print({ id, record, logo }: PrintOrder): Promise<PrintAnswer> {
  const document = invoiceDocument(record, { logo });
  const bytes = await renderPdf(document, hasEinvoice(record) ? renderUbl(document) : null);
  return { id, fileName: fileName(document), pdf: new Uint8Array(bytes) };
}

/** One after another, so that the order of answers is that of the orders and memory is that of one document. */
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (order: PrintOrder) => {
  last = last.then(async () => {
    const answer = await print(order).catch((error: Error) => ({ id: order.id, problem: error.message }));
    parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer] : []);
  });
});
