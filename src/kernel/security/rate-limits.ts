import type { Database } from '../database/database.ts';
import { double, emptyRow, type RowOf } from '../database/row.ts';
import { sql } from '../database/sql.ts';
import { attempts } from '../database/tables.ts';
import { TooManyAttempts } from '../failures/failure.ts';
import { addressPrefix } from './address-prefix.ts';
import { digest } from './secrets.ts';

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

  /** Refuses where a limit is exceeded, as counted by all nodes. */
  async refuse(limits: readonly RateLimit[]): Promise<void> {
    if (!this.#isOn) return;
    this.refuseKnown(limits);
    const rows = await this.#current(limits);
    this.#refuseExceeded(limits, rows, ({ count }, { max }) => count >= max);
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
   * Counts one use for each limit; throws if one of them is exceeded by it. Callers verify a key or token before they
   * count, so that a right one gets through however many wrong ones came from the same address.
   */
  async record(limits: readonly RateLimit[]): Promise<void> {
    if (!this.#isOn) return;
    this.refuseKnown(limits);
    const now = this.#clock();
    // Rows are locked in one order everywhere, so that two nodes cannot deadlock.
    const sorted = limits.map((limit) => ({ ...limit, key: keyOf(limit) }));
    sorted.sort((a, b) => Buffer.compare(a.key, b.key));
    const ends = sorted.map(({ seconds }) => new Date(now.getTime() + seconds * 1000));
    const first = { subject: sql`one.subject`, count: 1, until: sql`one.until` };
    const rows = await this.#db.query(
      countedRow,
      sql`${attempts.insertSelect(first)}
        from unnest(${sorted.map(({ key }) => key)}::bytea[], ${ends}::timestamptz[]) as one (subject, until)
        on conflict (subject) do update set
          count = case when attempts.until <= ${now} then 1 else attempts.count + 1 end,
          until = case when attempts.until <= ${now} then excluded.until else attempts.until end
        returning ${countedColumns}`,
    );
    this.#refuseExceeded(limits, rows, ({ count }, { max }) => count > max);
  }

  /** Resets the counts, as after a success. */
  async clear(limits: readonly RateLimit[]): Promise<void> {
    if (!this.#isOn) return;
    await this.#db.query(
      emptyRow,
      sql`delete from attempts where subject = any(${limits.map(keyOf)}::bytea[])`,
    );
  }

  #refuseExceeded(
    limits: readonly RateLimit[],
    rows: CountRow[],
    isOver: (row: CountRow, limit: RateLimit) => boolean,
  ): void {
    const exceeded = limits.filter((limit) => {
      const row = rows.find(({ subject }) => subject.equals(keyOf(limit)));
      if (!row || !isOver(row, limit)) return false;
      if (this.#exceeded.size >= MAX_REMEMBERED) this.#exceeded.clear();
      this.#exceeded.set(subjectOf(limit), row.until);
      return true;
    });
    if (exceeded.length > 0) this.refuseKnown(exceeded);
  }
}

const counted = attempts.pick('subject', 'count');
/** `until`: the end of the period, in milliseconds since 1970. */
const countedRow = counted.with({ until: double() });
type CountRow = RowOf<typeof countedRow>;

const countedColumns = sql`${counted.list('attempts')}, extract(epoch from attempts.until)::float8 * 1000 as until`;

function subjectOf({ subject, address }: RateLimit): string {
  return address === undefined ? subject : `${subject} from ${addressPrefix(address)}`;
}

function keyOf(limit: RateLimit): Buffer {
  return digest(subjectOf(limit));
}
