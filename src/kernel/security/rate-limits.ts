import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { TooManyAttempts } from '../failures/failure.ts';
import { digest } from './secrets.ts';

/** The subject whose failed attempts are counted, how many are allowed, and within how many seconds. */
export interface AttemptLimit {
  subject: string;
  most: number;
  seconds: number;
}

const MAX_REMEMBERED = 10_000;

/**
 * Rate limits for failed attempts and purchases. The counts are in the database, so that all nodes share them. A
 * successful attempt costs only a lookup in this node's memory of exceeded limits.
 */
export class FailedAttemptLimiter {
  readonly #db: Database;
  readonly #clock: () => Date;
  readonly #on: boolean;
  readonly #over = new Map<string, number>();

  constructor(db: Database, clock: () => Date, on: boolean) {
    this.#db = db;
    this.#clock = clock;
    this.#on = on;
  }

  /** Refuses where this node knows that a limit is exceeded. */
  refuseKnown(bounds: readonly AttemptLimit[]): void {
    const now = this.#clock().getTime();
    for (const { subject } of bounds) {
      const until = this.#over.get(subject) ?? 0;
      if (until > now) throw new TooManyAttempts(Math.ceil((until - now) / 1000));
      this.#over.delete(subject);
    }
  }

  /** Refuses where a limit is exceeded, as counted by all nodes. */
  async refuse(bounds: readonly AttemptLimit[]): Promise<void> {
    if (!this.#on) return;
    this.refuseKnown(bounds);
    const rows = await this.#db.query<Counted>(sql`
      select subject, count, extract(epoch from until)::float8 * 1000 as until from attempts
      where subject = any(${bounds.map(keyOf)}::bytea[]) and until > ${this.#clock()}`);
    this.#judge(bounds, rows, ({ count }, { most }) => count >= most);
  }

  /** Counts a failure for each limit; throws if one of them is exceeded by it. */
  async failed(bounds: readonly AttemptLimit[]): Promise<void> {
    if (!this.#on) return;
    const now = this.#clock();
    // Rows are locked in one order everywhere, so that two nodes cannot deadlock.
    const sorted = bounds.map((bound) => ({ ...bound, key: keyOf(bound) }));
    sorted.sort((a, b) => Buffer.compare(a.key, b.key));
    const ends = sorted.map(({ seconds }) => new Date(now.getTime() + seconds * 1000));
    const rows = await this.#db.query<Counted>(sql`
      insert into attempts (subject, count, until)
      select subject, 1, until from unnest(${sorted.map(({ key }) => key)}::bytea[], ${ends}::timestamptz[])
        as one (subject, until)
      on conflict (subject) do update set
        count = case when attempts.until <= ${now} then 1 else attempts.count + 1 end,
        until = case when attempts.until <= ${now} then excluded.until else attempts.until end
      returning subject, count, extract(epoch from until)::float8 * 1000 as until`);
    this.#judge(bounds, rows, ({ count }, { most }) => count > most);
  }

  /** Resets the counts, as after a success. */
  async clear(bounds: readonly AttemptLimit[]): Promise<void> {
    if (!this.#on) return;
    await this.#db.query(sql`delete from attempts where subject = any(${bounds.map(keyOf)}::bytea[])`);
  }

  #judge(
    bounds: readonly AttemptLimit[],
    rows: Counted[],
    isOver: (row: Counted, bound: AttemptLimit) => boolean,
  ): void {
    const over = bounds.filter((bound) => {
      const row = rows.find(({ subject }) => subject.equals(keyOf(bound)));
      if (!row || !isOver(row, bound)) return false;
      if (this.#over.size >= MAX_REMEMBERED) this.#over.clear();
      this.#over.set(bound.subject, row.until);
      return true;
    });
    if (over.length > 0) this.refuseKnown(over);
  }
}

interface Counted {
  subject: Buffer;
  count: number;
  until: number;
}

function keyOf({ subject }: AttemptLimit): Buffer {
  return digest(subject);
}
