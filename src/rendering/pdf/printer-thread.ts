import { parentPort } from 'node:worker_threads';
import { buildInvoiceDocument } from '../build-invoice-document.ts';
import type { PrintableInvoice } from '../printable-invoice.ts';
import { renderUbl } from '../ubl/invoice-ubl.ts';
import { einvoiceProblems } from '../ubl/preflight.ts';
import { fileName, renderPdf } from './render.ts';

export interface PrintJob {
  id: number;
  record: PrintableInvoice;
  logo: Uint8Array | null;
}

export type PrintResult =
  | { id: number; fileName: string; pdf: Uint8Array<ArrayBuffer> }
  | { id: number; problem: string };

/** Only recipients of e-invoices get one attached, and never for a draft. */
function hasEinvoice(record: PrintableInvoice): boolean {
  return (
    record.number !== null && record.buyer.output_select === '2' && einvoiceProblems(record).length === 0
  );
}

async function print({ id, record, logo }: PrintJob): Promise<PrintResult> {
  const document = buildInvoiceDocument(record, { logo });
  const bytes = await renderPdf(document, hasEinvoice(record) ? renderUbl(document) : null);
  return { id, fileName: fileName(document), pdf: new Uint8Array(bytes) };
}

/** Jobs run one at a time, which keeps the answers in order and limits memory to one document. */
let queue: Promise<void> = Promise.resolve();
parentPort?.on('message', (job: PrintJob) => {
  queue = queue.then(async () => {
    const result = await print(job).catch((error: Error) => ({ id: job.id, problem: error.message }));
    parentPort?.postMessage(result, 'pdf' in result ? [result.pdf.buffer] : []);
  });
});
