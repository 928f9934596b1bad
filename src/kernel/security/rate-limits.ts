import type { Database } from '../database/database.ts';
import { col, emptyRow, type RowOf } from '../database/row.ts';
import { sql } from '../database/sql.ts';
import { attempts } from '../database/tables.ts';
import { TooManyAttempts } from '../failures/failure.ts';
import { digest } from '../node/digest.ts';
import { addressPrefix } from './address-prefix.ts';

/** The subject whose uses are counted, how many are allowed, and within how many seconds. */
export interface RateLimit {
  subject: string;
  /** Where the request came from; the prefix of the address is a part of the subject. */
  address?: string;
  /** Infinity: the uses are only counted. */
  max: number;
  seconds: number;
}

const MAX_REMEMBERED = 10_000;

/**
 * Rate limits that all nodes share, for failed attempts and for actions such as purchases and mails. The counts are in the
 * database. What is not counted, such as a right key, costs only a lookup in this node's memory of exceeded limits.
 */
export class RateLimiter {
  readonly #db: Database;
  readonly #clock: () => Date;
  readonly #isOn: boolean;
  readonly #exceeded = new Map<string, number>();

  constructor(db: Database, clock: () => Date, isOn: boolean) {
    this.#db = db;
    this.#clock = clock;
    this.#isOn = isOn;
  }

  /** Refuses where this node knows that a limit is exceeded. */
  refuseKnown(limits: readonly RateLimit[]): void {
    const now = this.#clock().getTime();
    for (const limit of limits) {
      const subject = subjectOf(limit);
      const until = this.#exceeded.get(subject) ?? 0;
      if (until > now) throw new TooManyAttempts(Math.ceil((until - now) / 1000));
      this.#exceeded.delete(subject);
    }
  }

  /**
   * Refuses where a limit is exceeded, as counted by all nodes. The node does not remember it: attempts that are being
   * verified count too, and may be taken back.
   */
  async refuse(limits: readonly RateLimit[]): Promise<void> {
    if (!this.#isOn) return;
    this.refuseKnown(limits);
    const [exceeded] = exceededBy(limits, await this.#current(limits), ({ count }, { max }) => count >= max);
    if (exceeded) throw this.#tooMany(exceeded);
  }

  #current(limits: readonly RateLimit[]): Promise<CountRow[]> {
    return this.#db.query(
      countedRow,
      sql`select ${countedColumns} from attempts
        where subject = any(${limits.map(keyOf)}::bytea[]) and until > ${this.#clock()}`,
    );
  }

  /** How many uses are counted for each limit at the moment. */
  async counts(limits: readonly RateLimit[]): Promise<number[]> {
    if (!this.#isOn) return limits.map(() => 0);
    const rows = await this.#current(limits);
    return limits.map((limit) => rows.find(({ subject }) => subject.equals(keyOf(limit)))?.count ?? 0);
  }

  /**
   * Verifies something that can be guessed. The attempt is counted before it is verified, so that of concurrent ones no
   * more are verified than are allowed, and is taken back unless it was wrong. A right one resets the counts of `resets`.
   */
  async attempt(
    limits: readonly RateLimit[],
    verify: () => Promise<boolean>,
    resets: readonly RateLimit[] = [],
  ): Promise<boolean> {
    if (!this.#isOn) return verify();
    await this.refuse(limits);
    const [exceeded] = exceededBy(limits, await this.#count(limits), ({ count }, { max }) => count > max);
    let isWrong = false;
    try {
      if (exceeded) throw this.#tooMany(exceeded);
      isWrong = !(await verify());
    } finally {
      if (!isWrong) await this.#takeBack(limits);
    }
    if (!isWrong) await this.clear(resets);
    return !isWrong;
  }

  #tooMany({ until }: { until: number }): TooManyAttempts {
    return new TooManyAttempts(Math.max(1, Math.ceil((until - this.#clock().getTime()) / 1000)));
  }

  async #takeBack(limits: readonly RateLimit[]): Promise<void> {
    await this.#db.query(
      emptyRow,
      sql`with locked as (
          select subject from attempts where subject = any(${limits.map(keyOf)}::bytea[]) order by subject for update)
        update attempts set count = greatest(attempts.count - 1, 0) from locked
        where attempts.subject = locked.subject and attempts.until > ${this.#clock()}`,
    );
  }

  /**
   * Counts one use for each limit; throws if one of them is exceeded by it. Callers verify a key or token before they
   * count, so that a right one gets through however many wrong ones came from the same address.
   */
  async record(limits: readonly RateLimit[]): Promise<void> {
    if (!this.#isOn) return;
    this.refuseKnown(limits);
    const exceeded = exceededBy(limits, await this.#count(limits), ({ count }, { max }) => count > max);
    for (const { subject, until } of exceeded) {
      if (this.#exceeded.size >= MAX_REMEMBERED) this.#exceeded.clear();
      this.#exceeded.set(subject, until);
    }
    this.refuseKnown(limits);
  }

  async #count(limits: readonly RateLimit[]): Promise<CountRow[]> {
    const now = this.#clock();
    // Rows are locked in one order everywhere, so that two nodes cannot deadlock.
    const sorted = limits.map((limit) => ({ ...limit, key: keyOf(limit) }));
    sorted.sort((a, b) => Buffer.compare(a.key, b.key));
    const ends = sorted.map(({ seconds }) => new Date(now.getTime() + seconds * 1000));
    const first = { subject: sql`one.subject`, count: 1, until: sql`one.until` };
    return this.#db.query(
      countedRow,
      sql`${attempts.insertSelect(first)}
        from unnest(${sorted.map(({ key }) => key)}::bytea[], ${ends}::timestamptz[]) as one (subject, until)
        on conflict (subject) do update set
          count = case when attempts.until <= ${now} then 1 else attempts.count + 1 end,
          until = case when attempts.until <= ${now} then excluded.until else attempts.until end
        returning ${countedColumns}`,
    );
  }

  /** Resets the counts, as after a success. */
  async clear(limits: readonly RateLimit[]): Promise<void> {
    if (!this.#isOn) return;
    await this.#db.query(
      emptyRow,
      sql`delete from attempts where subject = any(${limits.map(keyOf)}::bytea[])`,
    );
  }
}

const counted = attempts.pick('subject', 'count');
/** `until`: the end of the period, in milliseconds since 1970. */
const countedRow = counted.with({ until: col.double() });
type CountRow = RowOf<typeof countedRow>;

const countedColumns = sql`${counted.list('attempts')}, extract(epoch from attempts.until)::float8 * 1000 as until`;

/** The limits that are over, by the names of their subjects, with the end of their period. */
function exceededBy(
  limits: readonly RateLimit[],
  rows: readonly CountRow[],
  isOver: (row: CountRow, limit: RateLimit) => boolean,
): { subject: string; until: number }[] {
  return limits.flatMap((limit) => {
    const row = rows.find(({ subject }) => subject.equals(keyOf(limit)));
    return row && isOver(row, limit) ? [{ subject: subjectOf(limit), until: row.until }] : [];
  });
}

function subjectOf({ subject, address }: RateLimit): string {
  return address === undefined ? subject : `${subject} from ${addressPrefix(address)}`;
}

function keyOf(limit: RateLimit): Buffer {
  return digest(subjectOf(limit));
}
