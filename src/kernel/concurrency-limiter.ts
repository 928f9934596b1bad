import { fail } from './failures/failure.ts';

type Busy = 'files_busy' | 'busy_signing_in';

/** Bounds how many tasks run at the same time and how many wait in a queue. Refuses a task when the queue is full. */
export class ConcurrencyLimiter {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #busy: Busy;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mostWaiting: number, busy: Busy = 'files_busy') {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
    this.#busy = busy;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++;
    else if (this.#waiting.length >= this.#mostWaiting) fail(this.#busy);
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
