import { Failure } from '../failures/failure.ts';
import { type OpenSpan, openSpan } from '../node/tracing.ts';
import type { Caller } from './caller.ts';
import type { Kernel } from './kernel.ts';
import type { Outcome } from './operation-times.ts';

/** Measures one run of an operation, and makes it a span. */
export async function observed<T>(
  kernel: Kernel,
  { name }: { name: string },
  caller: Caller,
  work: () => Promise<T>,
): Promise<T> {
  const run = new Run(kernel, name, caller);
  try {
    const result = await run.inside(work);
    run.end('done');
    return result;
  } catch (error) {
    run.fail(error);
    throw error;
  }
}

/** The same for a list, which lasts until its last page was taken. */
export async function* observedPages<T, End>(
  kernel: Kernel,
  { name }: { name: string },
  caller: Caller,
  pages: AsyncIterable<T, End>,
): AsyncGenerator<T, End> {
  const run = new Run(kernel, name, caller);
  const iterator = pages[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await run.inside(() => iterator.next());
      if (next.done) return next.value;
      yield next.value;
    }
  } catch (error) {
    run.fail(error);
    throw error;
  } finally {
    await iterator.return?.();
    run.end('done');
  }
}

class Run {
  readonly #kernel: Kernel;
  readonly #name: string;
  readonly #caller: Caller;
  readonly #start = performance.now();
  readonly #span: OpenSpan | null;
  #hasEnded = false;

  constructor(kernel: Kernel, name: string, caller: Caller) {
    this.#kernel = kernel;
    this.#name = name;
    this.#caller = caller;
    this.#span = openSpan({
      name,
      kind: 'internal',
      attributes: { 'kvitt.via': caller.via, 'kvitt.account_id': caller.account.id },
    });
  }

  inside<T>(work: () => T): T {
    return this.#span ? this.#span.run(work) : work();
  }

  fail(error: unknown): void {
    const isRefusal = error instanceof Failure && error.kind !== 'internal';
    if (isRefusal) this.#span?.set({ 'kvitt.refusal': error.code });
    this.end(isRefusal ? 'refused' : 'failed', isRefusal ? undefined : error);
  }

  end(outcome: Outcome, error?: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#kernel.times.record(
      this.#name,
      this.#caller.via,
      outcome,
      (performance.now() - this.#start) / 1000,
    );
    this.#span?.end(error);
  }
}
