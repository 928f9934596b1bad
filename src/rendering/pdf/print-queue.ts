import { Worker } from 'node:worker_threads';
import type { PrintOrder, PrintResult } from './printer-thread.ts';

export interface PrintedInvoice {
  fileName: string;
  pdf: Buffer;
}

interface QueuedJob {
  order: PrintOrder;
  attempts: number;
  resolve(invoice: PrintedInvoice): void;
  reject(error: Error): void;
}

interface QueueOptions {
  /** The module of the worker thread. */
  thread: URL;
  /** Timeout of one document, after which the thread counts as stuck. */
  timeoutMs: number;
}

/** Ample for an invoice of 500 lines. The young generation is small, because V8 would let garbage fill a larger one. */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 };
/** The documents before it may have used the memory that a document lacked, so it gets a fresh thread once. */
const MAX_ATTEMPTS = 2;

/**
 * Renders PDFs in a worker thread, one at a time: each takes about ten milliseconds of CPU time, which would block
 * the event loop. Accounts take turns, so that many long documents of one hold up each other and not those of the others.
 * The thread starts with the first job. One that ends or is stuck is replaced, and only the document that it was rendering
 * may fail; those that wait are rendered by the next thread.
 */
export class PrintQueue {
  readonly #options: QueueOptions;
  /** Accounts in the order of their turns, each with its documents in order. */
  readonly #waiting = new Map<number, QueuedJob[]>();
  /** The account whose document is printed, or was the last. */
  #servedAccount = 0;
  /** The document whose thread has ended, which is first. */
  #retried: QueuedJob | null = null;
  #worker: Worker | null = null;
  #current: QueuedJob | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  print(accountId: number, order: PrintOrder): Promise<PrintedInvoice> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(accountId) ?? [];
      queue.push({ order, attempts: 0, resolve, reject });
      this.#waiting.set(accountId, queue);
      this.#next();
    });
  }

  /** The next document of the account whose turn it is. */
  #dequeue(): QueuedJob | undefined {
    const retried = this.#retried;
    this.#retried = null;
    if (retried) return retried;
    this.#endTurn();
    const [next] = this.#waiting;
    if (!next) return undefined;
    const [accountId, queue] = next;
    this.#servedAccount = accountId;
    return queue.shift();
  }

  /** The account whose document was printed goes behind all that have come meanwhile. */
  #endTurn(): void {
    const accountId = this.#servedAccount;
    const queue = this.#waiting.get(accountId);
    this.#waiting.delete(accountId);
    if (queue && queue.length > 0) this.#waiting.set(accountId, queue);
  }

  #next(): void {
    if (this.#current) return;
    const job = this.#dequeue();
    if (!job) return void this.#worker?.unref();
    this.#current = job;
    job.attempts += 1;
    const worker = this.#ensureWorker();
    this.#timer = setTimeout(() => void worker.terminate(), this.#options.timeoutMs);
    worker.ref();
    worker.postMessage(job.order);
  }

  #ensureWorker(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#options.thread, { resourceLimits: MEMORY });
    worker.on('message', (result: PrintResult) => this.#settle(result));
    worker.on('error', (error) => this.#replace(worker, error));
    worker.on('exit', () => this.#replace(worker, new Error('The printing thread ended')));
    this.#worker = worker;
    return worker;
  }

  #settle(result: PrintResult): void {
    const job = this.#take();
    if ('problem' in result) job?.reject(new Error(result.problem));
    else job?.resolve({ fileName: result.fileName, pdf: Buffer.from(result.pdf) });
    this.#next();
  }

  #replace(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const job = this.#take();
    if (job && job.attempts < MAX_ATTEMPTS) this.#retried = job;
    else job?.reject(error);
    this.#next();
  }

  #take(): QueuedJob | null {
    const job = this.#current;
    clearTimeout(this.#timer);
    this.#current = null;
    return job;
  }
}
