interface QueueLimit {
  maxWaiting: number;
  /** Throws the refusal of a task that finds the queue full. */
  refuse: () => never;
}

/** Bounds how many tasks run at the same time. The others wait in a queue, which may be bounded as well. */
export class ConcurrencyLimiter {
  readonly #limit: number;
  readonly #queue: QueueLimit | undefined;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number, queue?: QueueLimit) {
    this.#limit = limit;
    this.#queue = queue;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limit) this.#running++;
    else if (this.#queue && this.#waiting.length >= this.#queue.maxWaiting) return this.#queue.refuse();
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
