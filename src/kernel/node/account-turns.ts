import { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** Enough that the next one has reached the database when one commits, however busy this process is. */
const MAX_OF_ACCOUNT = 3;

/**
 * Bounds how many statements of one account run at the same time; those of different accounts do not wait for each other.
 * For statements that lock the same row of the account until their commit: they follow each other in any case, and one
 * that waits here costs nothing. In the database it would occupy a connection, and compete for the lock.
 */
export class AccountTurns {
  readonly #accounts = new Map<number, { limiter: ConcurrencyLimiter; users: number }>();

  async run<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    const turns = this.#accounts.get(accountId) ?? {
      limiter: new ConcurrencyLimiter(MAX_OF_ACCOUNT),
      users: 0,
    };
    this.#accounts.set(accountId, turns);
    turns.users += 1;
    try {
      return await turns.limiter.run(work);
    } finally {
      turns.users -= 1;
      if (turns.users === 0) this.#accounts.delete(accountId);
    }
  }
}
