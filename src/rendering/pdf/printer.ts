import { Worker } from 'node:worker_threads';
import type { PrintableInvoice } from '../printable-invoice.ts';
import type { PrintAnswer, PrintOrder } from './printer-thread.ts';

export interface Printed {
  fileName: string;
  pdf: Buffer;
}

interface Waiting {
  resolve(printed: Printed): void;
  reject(error: Error): void;
}

/** Far more than the longest invoice takes; who waits longer waits for a thread that is stuck. */
const LIMIT_MS = 60_000;

/** Ample for an invoice of 500 lines. What is short-lived gets little room, or it would fill what it is given. */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 };

/**
 * Prints in a thread of its own, one after another: each takes some ten milliseconds of a processor, in which
 * no request would be answered. The thread is started by the first order, and replaced if it ends.
 */
class Printer {
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #orders = 0;

  print(record: PrintableInvoice, logo: Uint8Array | null): Promise<Printed> {
    const worker = this.#live();
    const id = ++this.#orders;
    return new Promise<Printed>((resolve, reject) => {
      const late = setTimeout(() => void worker.terminate(), LIMIT_MS);
      const done = () => {
        clearTimeout(late);
        this.#waiting.delete(id);
        if (this.#waiting.size === 0) worker.unref();
      };
      this.#waiting.set(id, {
        resolve: (printed) => {
          done();
          resolve(printed);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      worker.ref();
      worker.postMessage({ id, record, logo } satisfies PrintOrder);
    });
  }

  #live(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./printer-thread.ts', import.meta.url), { resourceLimits: MEMORY });
    worker.on('message', (answer: PrintAnswer) => this.#answered(answer));
    worker.on('error', (error) => this.#gone(worker, error));
    worker.on('exit', () => this.#gone(worker, new Error('The printing thread ended')));
    this.#worker = worker;
    return worker;
  }

  #answered(answer: PrintAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if ('problem' in answer) waiting?.reject(new Error(answer.problem));
    else waiting?.resolve({ fileName: answer.fileName, pdf: Buffer.from(answer.pdf) });
  }

  #gone(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const waiting of [...this.#waiting.values()]) waiting.reject(error);
  }
}

const printer = new Printer();

/** The PDF of an invoice, with its e-invoice inside where it has one, and the name that a file of it gets. */
export function printInvoice(record: PrintableInvoice, logo: Uint8Array | null = null): Promise<Printed> {
  return printer.print(record, logo);
}
