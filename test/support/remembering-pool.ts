import { createHash } from 'node:crypto';
import { DocumentPool } from '../../src/adapters/document-process/document-pool.ts';
import type { TaskInput, TaskName, TaskOutput } from '../../src/adapters/document-process/tasks.ts';

/**
 * Reads each document once: a second reading of the same bytes, asked for in the same way, takes seconds of processor time
 * and says the same. For tests of what happens around the reading.
 */
export class RememberingPool extends DocumentPool {
  readonly #known = new Map<string, Promise<unknown>>();

  override async run<K extends TaskName>(
    accountId: number,
    task: K,
    input: TaskInput<K>,
    signal?: AbortSignal,
  ): Promise<TaskOutput<K>> {
    const fields = Object.entries(input).map(([name, value]) => [name, digested(value)]);
    const key = JSON.stringify([task, fields]);
    const known = this.#known.get(key) ?? super.run(accountId, task, input, signal);
    this.#known.set(key, known);
    return structuredClone(await known) as TaskOutput<K>;
  }
}

function digested(value: unknown): unknown {
  return value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value;
}
