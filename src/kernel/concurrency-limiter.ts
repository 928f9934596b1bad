import { fail } from './failures/failure.ts';

type Busy = 'files_busy' | 'busy_signing_in';

/** Bounds how many tasks run at the same time and how many wait in a queue. Refuses a task when the queue is full. */
export class ConcurrencyLimiter {
  readonly #limit: number;
  readonly #maxWaiting: number;
  readonly #busy: Busy;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number, maxWaiting: number, busy: Busy = 'files_busy') {
    this.#limit = limit;
    this.#maxWaiting = maxWaiting;
    this.#busy = busy;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limit) this.#running++;
    else if (this.#waiting.length >= this.#maxWaiting) fail(this.#busy);
    else await new Promise<void>((start) => this.#waiting.push(start));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
