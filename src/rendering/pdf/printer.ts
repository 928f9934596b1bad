import { Worker } from 'node:worker_threads';
import type { PrintableInvoice } from '../printable-invoice.ts';
import type { PrintJob, PrintOrder, PrintResult } from './printer-thread.ts';
import type { PrintableStatement } from './statement.ts';

export interface PrintedInvoice {
  fileName: string;
  pdf: Buffer;
}

interface PendingJob {
  resolve(invoice: PrintedInvoice): void;
  reject(error: Error): void;
}

/** Timeout far above the time of the longest invoice; after it the thread is stuck. */
const TIMEOUT_MS = 60_000;

/** Ample for an invoice of 500 lines. The young generation is small, because V8 would let garbage fill a larger one. */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 };

/**
 * Renders PDFs in a worker thread, one at a time: each takes about ten milliseconds of CPU time, which would block
 * the event loop. The thread starts with the first job and is replaced if it exits.
 */
class Printer {
  #worker: Worker | null = null;
  readonly #pending = new Map<number, PendingJob>();
  #lastId = 0;

  print(order: PrintOrder): Promise<PrintedInvoice> {
    const worker = this.#ensureWorker();
    const id = ++this.#lastId;
    return new Promise<PrintedInvoice>((resolve, reject) => {
      const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
      const finish = () => {
        clearTimeout(timer);
        this.#pending.delete(id);
        if (this.#pending.size === 0) worker.unref();
      };
      this.#pending.set(id, {
        resolve: (invoice) => {
          finish();
          resolve(invoice);
        },
        reject: (error) => {
          finish();
          reject(error);
        },
      });
      worker.ref();
      worker.postMessage({ id, ...order } satisfies PrintJob);
    });
  }

  #ensureWorker(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./printer-thread.ts', import.meta.url), { resourceLimits: MEMORY });
    worker.on('message', (result: PrintResult) => this.#settle(result));
    worker.on('error', (error) => this.#failAll(worker, error));
    worker.on('exit', () => this.#failAll(worker, new Error('The printing thread ended')));
    this.#worker = worker;
    return worker;
  }

  #settle(result: PrintResult): void {
    const job = this.#pending.get(result.id);
    if ('problem' in result) job?.reject(new Error(result.problem));
    else job?.resolve({ fileName: result.fileName, pdf: Buffer.from(result.pdf) });
  }

  #failAll(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const job of [...this.#pending.values()]) job.reject(error);
  }
}

const printer = new Printer();

/** Renders the PDF of an invoice, with its data attached as UBL, and its file name. */
export function printInvoice(
  record: PrintableInvoice,
  logo: Uint8Array | null = null,
  paymentLink = '',
): Promise<PrintedInvoice> {
  return printer.print({ record, logo, paymentLink, form: 'invoice', validUntil: null, overdueDays: 0 });
}

/** Renders a reminder: the invoice with what is left of it, and how long it is overdue. */
export function printReminder(
  record: PrintableInvoice,
  { overdueDays, paymentLink }: { overdueDays: number; paymentLink: string },
  logo: Uint8Array | null = null,
): Promise<PrintedInvoice> {
  return printer.print({ record, logo, paymentLink, form: 'reminder', validUntil: null, overdueDays });
}

/** Renders the PDF of a quote, order or draft, which are printed like the invoice that they become. */
export function printSalesDocument(
  record: PrintableInvoice,
  { form, validUntil = null }: { form: 'quote' | 'order' | 'draft'; validUntil?: string | null },
  logo: Uint8Array | null = null,
): Promise<PrintedInvoice> {
  return printer.print({ record, logo, paymentLink: '', form, validUntil, overdueDays: 0 });
}

/** Renders the PDF of a customer's statement: opening balance, movements and closing balance of a period. */
export function printStatement(
  statement: PrintableStatement,
  logo: Uint8Array | null = null,
): Promise<PrintedInvoice> {
  return printer.print({ statement, logo });
}
