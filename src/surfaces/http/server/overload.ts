import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { OPEN_PATHS, pathOf } from '../request/paths.ts';

const SAMPLE_MS = 500;
const RESOLUTION_MS = 10;
/** A single slow request delays nobody but a few; only a queue of requests is overload. */
const MIN_REQUESTS = 32;

export interface LoadSample {
  /** The mean event-loop delay of the last sample, in milliseconds. */
  delayMs: number;
  /** Requests in progress, without the one that asks. */
  requests: number;
}

export function isOverloaded({ delayMs, requests }: LoadSample, maxDelayMs: number): boolean {
  return delayMs > maxDelayMs && requests >= MIN_REQUESTS;
}

/**
 * Load shedding: while the event loop is late and requests pile up, new requests are refused with 503 and Retry-After, so
 * that those in progress are finished before their clients give up. Health checks are always answered. This is not
 * @fastify/under-pressure, because that one looks at the delay alone: a node that was busy once would refuse the next call.
 */
export class LoadShedder {
  readonly #maxDelayMs: number;
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  #sampledAt = performance.now();
  #delayMs = 0;
  #requests = 0;
  refused = 0;

  constructor(maxDelayMs: number) {
    this.#maxDelayMs = maxDelayMs;
    this.#histogram.enable();
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS).unref();
  }

  get delaySeconds(): number {
    return this.#currentDelayMs() / 1000;
  }

  install(app: FastifyInstance): void {
    const leave = () => {
      this.#requests -= 1;
    };
    app.addHook('onRequest', (request, reply, done) => {
      this.#requests += 1;
      // A response is closed once.
      reply.raw.on('close', leave);
      const load = { delayMs: this.#currentDelayMs(), requests: this.#requests - 1 };
      if (!OPEN_PATHS.test(pathOf(request)) && isOverloaded(load, this.#maxDelayMs)) {
        this.refused += 1;
        fail('overloaded');
      }
      done();
    });
    app.addHook('onClose', async () => {
      clearInterval(this.#timer);
      this.#histogram.disable();
    });
  }

  /** A sample that is overdue is itself a delay: requests that arrived during it run before the timer. */
  #currentDelayMs(): number {
    return Math.max(this.#delayMs, performance.now() - this.#sampledAt - SAMPLE_MS);
  }

  #sample(): void {
    const { mean, count } = this.#histogram;
    // The histogram counts the resolution as part of each delay.
    this.#delayMs = count === 0 ? 0 : Math.max(0, mean / 1e6 - RESOLUTION_MS);
    this.#histogram.reset();
    this.#sampledAt = performance.now();
  }
}
