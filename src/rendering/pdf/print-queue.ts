import { Worker } from 'node:worker_threads';
import type { PrintOrder, PrintResult } from './printer-thread.ts';

export interface PrintedInvoice {
  fileName: string;
  pdf: Buffer;
}

interface QueuedJob {
  accountId: number;
  order: PrintOrder;
  attempts: number;
  resolve(invoice: PrintedInvoice): void;
  reject(error: Error): void;
}

interface QueueOptions {
  /** The module of the worker threads. */
  thread: URL;
  /** Timeout of one document, after which its thread counts as stuck. */
  timeoutMs: number;
  maxThreads: number;
  /** How many documents wait when another thread is started, which takes about as long as printing thirty. */
  backlog: number;
  /** How long a thread is kept that has nothing to do, unless it is the only one. */
  idleMs: number;
}

/** Ample for an invoice of 500 lines. The young generation is small, because V8 would let garbage fill a larger one. */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 };
/** The documents before it may have used the memory that a document lacked, so it gets a fresh thread once. */
const MAX_ATTEMPTS = 2;

/**
 * Renders PDFs in worker threads: each takes about ten milliseconds of CPU time, which would block the event loop. Accounts
 * take turns, so that many long documents of one hold up each other and not those of the others. The first thread starts with
 * the first job, and others when many wait. One that ends or is stuck is replaced, and only the document that it was rendering
 * may fail; those that wait are rendered by the next thread.
 */
export class PrintQueue {
  readonly #options: QueueOptions;
  /** Accounts in the order of their turns, each with its documents in order. */
  readonly #waiting = new Map<number, QueuedJob[]>();
  /** Documents whose thread has ended, which are first. */
  readonly #retried: QueuedJob[] = [];
  #threads: PrintThread[] = [];
  /** How many documents wait. */
  #count = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get threads(): number {
    return this.#threads.length;
  }

  print(accountId: number, order: PrintOrder): Promise<PrintedInvoice> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(accountId) ?? [];
      queue.push({ accountId, order, attempts: 0, resolve, reject });
      this.#waiting.set(accountId, queue);
      this.#count += 1;
      this.#next();
    });
  }

  #next(): void {
    while (this.#count > 0) {
      const thread = this.#freeThread();
      if (!thread) return;
      this.#count -= 1;
      thread.start(this.#dequeue());
    }
  }

  #freeThread(): PrintThread | undefined {
    const free = this.#threads.find(({ job }) => job === null);
    if (free || this.#threads.length >= this.#options.maxThreads) return free;
    if (this.#threads.length > 0 && this.#count < this.#options.backlog) return undefined;
    const started = new PrintThread(this.#options, {
      isOnly: () => this.#threads.length === 1,
      printed: (job) => {
        this.#endTurn(job.accountId);
        this.#next();
      },
      ended: (job, error) => this.#replace(started, job, error),
    });
    this.#threads.push(started);
    return started;
  }

  /** The next document of the account whose turn it is: the first of which none is being printed. */
  #dequeue(): QueuedJob {
    const retried = this.#retried.shift();
    if (retried) return retried;
    const printing = this.#threads.map(({ job }) => job?.accountId);
    const [first] = this.#waiting.keys();
    const accountId = this.#waiting.keys().find((id) => !printing.includes(id)) ?? first;
    const queue = this.#waiting.get(accountId ?? 0);
    const job = queue?.shift();
    if (!job) throw new Error('A document waits');
    if (queue?.length === 0) this.#waiting.delete(job.accountId);
    return job;
  }

  /** The account whose document was printed goes behind all that have come meanwhile. */
  #endTurn(accountId: number): void {
    const queue = this.#waiting.get(accountId);
    if (!queue) return;
    this.#waiting.delete(accountId);
    this.#waiting.set(accountId, queue);
  }

  #replace(thread: PrintThread, job: QueuedJob | null, error: Error): void {
    this.#threads = this.#threads.filter((one) => one !== thread);
    if (job) this.#endTurn(job.accountId);
    if (job && job.attempts < MAX_ATTEMPTS) {
      this.#retried.push(job);
      this.#count += 1;
    } else job?.reject(error);
    this.#next();
  }
}

interface ThreadOwner {
  isOnly(): boolean;
  printed(job: QueuedJob): void;
  /** The thread has ended, and with it the document that it was printing. */
  ended(job: QueuedJob | null, error: Error): void;
}

/** A worker thread, and the document that it is printing. */
class PrintThread {
  job: QueuedJob | null = null;
  readonly #options: QueueOptions;
  readonly #owner: ThreadOwner;
  readonly #worker: Worker;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: QueueOptions, owner: ThreadOwner) {
    this.#options = options;
    this.#owner = owner;
    this.#worker = new Worker(options.thread, { resourceLimits: MEMORY });
    this.#worker.on('message', (result: PrintResult) => this.#settle(result));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The printing thread ended')));
  }

  start(job: QueuedJob): void {
    this.job = job;
    job.attempts += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#worker.terminate(), this.#options.timeoutMs);
    this.#worker.ref();
    this.#worker.postMessage(job.order);
  }

  /** Waits for the next document, and ends if none comes while another thread is there. */
  #rest(): void {
    this.#worker.unref();
    this.#timer = setTimeout(() => {
      if (this.#owner.isOnly()) return;
      this.#end(new Error('The printing thread had nothing to do'));
      void this.#worker.terminate();
    }, this.#options.idleMs).unref();
  }

  #settle(result: PrintResult): void {
    const job = this.#take();
    if (!job) return;
    if ('problem' in result) job.reject(new Error(result.problem));
    else job.resolve({ fileName: result.fileName, pdf: Buffer.from(result.pdf) });
    this.#owner.printed(job);
    if (this.job === null) this.#rest();
  }

  #end(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#owner.ended(this.#take(), error);
  }

  #take(): QueuedJob | null {
    const { job } = this;
    clearTimeout(this.#timer);
    this.job = null;
    return job;
  }
}
