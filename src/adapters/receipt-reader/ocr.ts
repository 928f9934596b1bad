import { setTimeout as later } from 'node:timers';
import { Worker } from 'node:worker_threads';
import type { OcrAnswer, OcrOrder } from './ocr-messages.ts';

const IDLE_MS = 60_000;
const MOST_WAITING = 12;

/**
 * Tesseract in a thread, started when needed and ended when idle. A process has one, and it does one piece of
 * work at a time: reading takes a whole processor core and up to 200 MB.
 */
class OcrEngine {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Waits for its turn; nobody else uses the engine until the work is done. */
  async inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#waiting >= MOST_WAITING) throw new Error('Too many pictures are waiting to be read');
    const before = this.#last;
    const turn = Promise.withResolvers<void>();
    this.#last = before.then(() => turn.promise);
    this.#waiting++;
    try {
      await Promise.race([before, aborted(signal)]);
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#waiting--;
      turn.resolve();
    }
  }

  /** Only within a turn. The engine can't be asked to stop, so when the time is up its thread is ended. */
  recognise(order: OcrOrder, signal: AbortSignal): Promise<OcrAnswer> {
    const thread = this.#liveThread();
    return new Promise<OcrAnswer>((resolve, reject) => {
      const done = () => {
        signal.removeEventListener('abort', stop);
        thread.off('message', hear).off('error', fail).off('exit', fail);
        this.#restFor(IDLE_MS);
      };
      const hear = (answer: OcrAnswer | { error: string }) => {
        done();
        if ('error' in answer) reject(new Error(answer.error));
        else resolve(answer);
      };
      const fail = (cause: unknown) => {
        done();
        reject(new Error('The thread that reads pictures stopped', { cause }));
      };
      const stop = () => {
        done();
        void this.close();
        reject(signal.reason);
      };
      thread.on('message', hear).on('error', fail).on('exit', fail);
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      else thread.postMessage(order);
    });
  }

  #liveThread(): Worker {
    clearTimeout(this.#idle);
    if (!this.#thread) {
      const thread = new Worker(new URL('./ocr-thread.ts', import.meta.url), { execArgv: [] });
      const gone = () => {
        if (this.#thread === thread) this.#thread = undefined;
      };
      thread.on('error', gone).on('exit', gone);
      this.#thread = thread;
    }
    this.#thread.ref();
    return this.#thread;
  }

  /** A thread at rest keeps its models for the next picture, but does not keep the process alive. */
  #restFor(milliseconds: number): void {
    this.#thread?.unref();
    clearTimeout(this.#idle);
    this.#idle = later(() => void this.close(), milliseconds).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

export const ocrEngine: Pick<OcrEngine, 'inTurn' | 'recognise' | 'close'> = new OcrEngine();
