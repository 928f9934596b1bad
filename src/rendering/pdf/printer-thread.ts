import { parentPort } from 'node:worker_threads';
import { buildInvoiceDocument } from '../build-invoice-document.ts';
import type { DocumentForm, InvoiceDocument } from '../invoice-document.ts';
import type { PrintableInvoice } from '../printable-invoice.ts';
import { renderUbl } from '../ubl/invoice-ubl.ts';
import { einvoiceProblems } from '../ubl/preflight.ts';
import { fileName, renderPdf } from './render.ts';
import { type PrintableStatement, renderStatement, statementFileName } from './statement.ts';

export type PrintJob = { id: number } & PrintOrder;

export type PrintOrder =
  | {
      record: PrintableInvoice;
      logo: Uint8Array | null;
      /** Address of the public payment page; empty if there is none. */
      paymentLink: string;
      form: DocumentForm;
      /** Last day of a quote. */
      validUntil: string | null;
      /** Of a reminder. */
      overdueDays: number;
    }
  | { statement: PrintableStatement; logo: Uint8Array | null };

export type PrintResult =
  | { id: number; fileName: string; pdf: Uint8Array<ArrayBuffer> }
  | { id: number; problem: string };

async function print(job: PrintJob): Promise<PrintResult> {
  const { id } = job;
  if ('statement' in job) {
    const bytes = await renderStatement(job.statement, job.logo);
    return { id, fileName: statementFileName(job.statement), pdf: new Uint8Array(bytes) };
  }
  const { record, ...extra } = job;
  const document = buildInvoiceDocument(record, extra);
  const bytes = await renderPdf(document, embeddedUbl(record, document));
  return { id, fileName: fileName(document), pdf: new Uint8Array(bytes) };
}

/** Every issued invoice carries its data, also where the e-invoice network could not deliver it. */
function embeddedUbl(record: PrintableInvoice, document: InvoiceDocument): string | null {
  if (record.number === null || document.form !== 'invoice') return null;
  return renderUbl(document, [], einvoiceProblems(record).length === 0);
}

/** Jobs run one at a time, which keeps the answers in order and limits memory to one document. */
let queue: Promise<void> = Promise.resolve();
parentPort?.on('message', (job: PrintJob) => {
  queue = queue.then(async () => {
    const result = await print(job).catch((error: Error) => ({ id: job.id, problem: error.message }));
    parentPort?.postMessage(result, 'pdf' in result ? [result.pdf.buffer] : []);
  });
});
