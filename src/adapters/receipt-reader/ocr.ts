import { setTimeout as schedule } from 'node:timers';
import { Worker } from 'node:worker_threads';
import type { OcrAnswer, OcrOrder } from './ocr-messages.ts';

const IDLE_MS = 60_000;
const MAX_QUEUED = 12;

/**
 * Runs Tesseract in a worker thread that starts on demand and ends when idle. Each process has one, and jobs run
 * one at a time, because reading takes a whole CPU core and up to 200 MB.
 */
class OcrEngine {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #queued = 0;

  /** Runs `work` with exclusive access to the engine, after all work that was queued before. */
  async runExclusive<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#queued >= MAX_QUEUED) throw new Error('Too many pictures are waiting to be read');
    const previous = this.#queue;
    const turn = Promise.withResolvers<void>();
    this.#queue = previous.then(() => turn.promise);
    this.#queued++;
    try {
      await Promise.race([previous, rejectOnAbort(signal)]);
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#queued--;
      turn.resolve();
    }
  }

  /** Call only within `runExclusive`. The engine can't be interrupted, so a timeout terminates its thread. */
  recognise(order: OcrOrder, signal: AbortSignal): Promise<OcrAnswer> {
    const thread = this.#ensureThread();
    return new Promise<OcrAnswer>((resolve, reject) => {
      const cleanUp = () => {
        signal.removeEventListener('abort', onAbort);
        thread.off('message', onMessage).off('error', onExit).off('exit', onExit);
        this.#terminateAfter(IDLE_MS);
      };
      const onMessage = (answer: OcrAnswer | { error: string }) => {
        cleanUp();
        if ('error' in answer) reject(new Error(answer.error));
        else resolve(answer);
      };
      const onExit = (cause: unknown) => {
        cleanUp();
        reject(new Error('The thread that reads pictures stopped', { cause }));
      };
      const onAbort = () => {
        cleanUp();
        void this.close();
        reject(signal.reason);
      };
      thread.on('message', onMessage).on('error', onExit).on('exit', onExit);
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) onAbort();
      else thread.postMessage(order);
    });
  }

  #ensureThread(): Worker {
    clearTimeout(this.#idle);
    if (!this.#thread) {
      const thread = new Worker(new URL('./ocr-thread.ts', import.meta.url), { execArgv: [] });
      const onGone = () => {
        if (this.#thread === thread) this.#thread = undefined;
      };
      thread.on('error', onGone).on('exit', onGone);
      this.#thread = thread;
    }
    this.#thread.ref();
    return this.#thread;
  }

  /** An idle thread keeps its models loaded for the next image, but does not keep the process alive. */
  #terminateAfter(milliseconds: number): void {
    this.#thread?.unref();
    clearTimeout(this.#idle);
    this.#idle = schedule(() => void this.close(), milliseconds).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

export const ocrEngine: Pick<OcrEngine, 'runExclusive' | 'recognise' | 'close'> = new OcrEngine();
