import type pg from 'pg';
import { type Connect, runAllOnce, runOnce } from './one-transaction.ts';
import { inStatementSpan, type Outcome } from './prepared-query.ts';
import type { DescribedQuery } from './row.ts';

interface Waiting {
  query: DescribedQuery;
  /** Whether it must be a transaction of its own. */
  isAlone: boolean;
  resolve(result: pg.QueryResult): void;
  reject(reason: unknown): void;
}

/** Bounds how long the first statement of a batch waits for the last one, and what is done again where one fails. */
const MAX_TOGETHER = 8;

/**
 * Sends statements that arrive while others are under way together, as one transaction: a third of what a short statement costs is
 * being sent, woken up for, begun and committed. A statement that arrives alone waits for nothing.
 */
export class StatementBatcher {
  readonly #connect: Connect;
  readonly #atOnce: number;
  #waiting: Waiting[] = [];
  #underWay = 0;
  #isScheduled = false;

  /** `atOnce`: how many batches are under way at the same time. */
  constructor(connect: Connect, atOnce: number) {
    this.#connect = connect;
    this.#atOnce = atOnce;
  }

  get isIdle(): boolean {
    return this.#underWay === 0 && this.#waiting.length === 0;
  }

  run(query: DescribedQuery, isAlone = false): Promise<pg.QueryResult> {
    return inStatementSpan(query, () => (this.isIdle ? this.#runAtOnce(query) : this.#wait(query, isAlone)));
  }

  async #runAtOnce(query: DescribedQuery): Promise<pg.QueryResult> {
    this.#underWay += 1;
    try {
      return await runOnce(this.#connect, query);
    } finally {
      this.#underWay -= 1;
      this.#schedule();
    }
  }

  #wait(query: DescribedQuery, isAlone: boolean): Promise<pg.QueryResult> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    this.#waiting.push({ query, isAlone, resolve, reject });
    this.#schedule();
    return promise;
  }

  /** Lets the calls that have arrived at the same time join. */
  #schedule(): void {
    if (this.#isScheduled || this.#underWay === this.#atOnce || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#sendNext();
    });
  }

  async #sendNext(): Promise<void> {
    this.#underWay += 1;
    const batch = this.#takeBatch();
    this.#schedule();
    await this.#send(batch);
    this.#underWay -= 1;
    this.#schedule();
  }

  #takeBatch(): Waiting[] {
    const [first, ...others] = this.#waiting.slice(0, MAX_TOGETHER);
    const end = first?.isAlone ? 0 : others.findIndex(({ isAlone }) => isAlone);
    return this.#waiting.splice(0, 1 + (end < 0 ? others.length : end));
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    const outcomes = batch.length > 1 ? await this.#runTogether(batch) : null;
    for (const [at, { query, resolve, reject }] of batch.entries()) {
      const outcome = outcomes?.[at];
      if (outcome?.status === 'fulfilled') resolve(outcome.value);
      else if (outcome) reject(outcome.reason);
      // What has failed together is sent again one by one, so that no call is refused because of another one.
      else await runOnce(this.#connect, query).then(resolve, reject);
    }
  }

  async #runTogether(batch: readonly Waiting[]): Promise<Outcome[] | null> {
    const queries = batch.map(({ query }) => query);
    return runAllOnce(this.#connect, queries).catch((reason) =>
      queries.map((): Outcome => ({ status: 'rejected', reason })),
    );
  }
}

/** Batches of statements that lock the same row of an account until their commit; those of one account follow each other. */
export class AccountBatchers {
  readonly #connect: Connect;
  readonly #accounts = new Map<number, StatementBatcher>();

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  async run(accountId: number, query: DescribedQuery, isAlone: boolean): Promise<pg.QueryResult> {
    const batcher = this.#accounts.get(accountId) ?? new StatementBatcher(this.#connect, 1);
    this.#accounts.set(accountId, batcher);
    try {
      return await batcher.run(query, isAlone);
    } finally {
      if (batcher.isIdle) this.#accounts.delete(accountId);
    }
  }
}
