import { fail } from '../../kernel/failures/failure.ts';
import { hasShare } from '../../kernel/node/fair-share.ts';
import { type DocumentLimits, DocumentProcess } from './document-process.ts';
import type { TaskInput, TaskName, TaskOutput } from './tasks.ts';

export interface PoolOptions extends DocumentLimits {
  /** How many processes run at the same time. */
  size: number;
  /** A process that has grown beyond this is replaced after its document. */
  recycleMb: number;
}

const IDLE_MS = 60_000;
const MAX_DOCUMENTS = 50;
/** Shared out by the rule of `hasShare`. */
const MAX_WAITING = 50;

interface Waiting {
  start: () => void;
  cancel: (error: Error) => void;
}

/**
 * Document processes of a node. The first starts with the first document; an idle one stays for the next document for a
 * minute. Accounts take turns, and no account has more than one document in progress, so that slow files of one account
 * leave a place for the others.
 */
export class DocumentPool {
  readonly #options: PoolOptions;
  readonly #idle: { process: DocumentProcess; timer: NodeJS.Timeout }[] = [];
  readonly #running = new Set<DocumentProcess>();
  /** Accounts in the order of their turns, each with its documents in order. */
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #busyAccounts = new Set<number>();
  #started = 0;
  readonly #closing = new AbortController();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Rejects as `DocumentProcess.run` does, and with `files_busy` when too many documents wait. */
  async run<K extends TaskName>(
    accountId: number,
    task: K,
    input: TaskInput<K>,
    signal?: AbortSignal,
  ): Promise<TaskOutput<K>> {
    const either = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
    await this.#takePlace(accountId, either);
    try {
      return (await this.#perform(task, input, either)) as TaskOutput<K>;
    } finally {
      this.#started -= 1;
      this.#busyAccounts.delete(accountId);
      this.#startNext();
    }
  }

  /** Ends all processes. What they were parsing rejects with an AbortError. */
  close(): void {
    this.#closing.abort();
    for (const { process, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      process.kill();
    }
  }

  /** The process ids of running and idle processes. */
  get pids(): number[] {
    const processes = [...this.#running, ...this.#idle.map(({ process }) => process)];
    return processes.flatMap(({ pid, hasEnded }) => (pid && !hasEnded ? [pid] : []));
  }

  async #takePlace(accountId: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const queue = this.#waiting.get(accountId) ?? [];
    const total = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (!hasShare({ held: queue.length, free: MAX_WAITING - total })) fail('files_busy');
    const turn = Promise.withResolvers<void>();
    const waiting = { start: turn.resolve, cancel: turn.reject };
    const onAbort = () => {
      const index = queue.indexOf(waiting);
      if (index >= 0) queue.splice(index, 1);
      turn.reject(signal.reason);
    };
    queue.push(waiting);
    this.#waiting.set(accountId, queue);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#startNext();
    try {
      await turn.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Gives free places to the accounts that have waited longest. */
  #startNext(): void {
    for (const [accountId, queue] of this.#waiting) {
      if (this.#started >= this.#options.size) return;
      if (this.#busyAccounts.has(accountId)) continue;
      const next = queue.shift();
      // The account goes to the end of the line.
      this.#waiting.delete(accountId);
      if (queue.length > 0) this.#waiting.set(accountId, queue);
      if (!next) continue;
      this.#started += 1;
      this.#busyAccounts.add(accountId);
      next.start();
    }
  }

  async #perform<K extends TaskName>(task: K, input: TaskInput<K>, signal: AbortSignal): Promise<unknown> {
    const process = this.#takeProcess();
    this.#running.add(process);
    try {
      return await process.run(task, input, this.#options, signal);
    } finally {
      this.#running.delete(process);
      this.#putBack(process);
    }
  }

  #takeProcess(): DocumentProcess {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (!idle.process.hasEnded) return idle.process;
    }
    return new DocumentProcess(this.#options.memoryMb);
  }

  #putBack(process: DocumentProcess): void {
    if (process.hasEnded) return;
    const isWorn = process.documents >= MAX_DOCUMENTS || process.memoryMb() > this.#options.recycleMb;
    if (isWorn || this.#closing.signal.aborted) {
      process.kill();
      return;
    }
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((one) => one.process === process),
        1,
      );
      process.kill();
    }, IDLE_MS).unref();
    this.#idle.push({ process, timer });
  }
}
