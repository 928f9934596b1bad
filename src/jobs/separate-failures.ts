import { DatabaseUnavailable } from '../kernel/database/database.ts';

/**
 * Keeps a failure of one account from stopping a cron task for the accounts after it. The first failure is thrown at the
 * end, so that the task counts as failed.
 */
export class SeparateFailures {
  #first: { error: unknown } | null = null;

  /** Returns what the work returns, or 0 where it failed. A database that does not answer stops the task at once. */
  async run(work: () => Promise<number>): Promise<number> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      this.#first ??= { error };
      return 0;
    }
  }

  throwFirst(): void {
    if (this.#first) throw this.#first.error;
  }
}
