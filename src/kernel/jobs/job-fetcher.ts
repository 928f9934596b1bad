import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { JobKind } from './job-kinds.ts';

export interface JobRow {
  account_id: number;
  id: number;
  kind: JobKind;
  payload: never;
  attempts: number;
}

interface TakenRow extends JobRow {
  run_at: string;
}

export interface FetchOptions {
  kinds: readonly JobKind[];
  /** About how many at once; when many accounts wait, one of each kind for as many accounts. */
  batch: number;
  lockSeconds: number;
}

/**
 * Takes what is due, account by account: the thousand jobs of one hold up no other's single one. The next taking
 * begins where this one has ended, so that everybody's turn comes, however many there are.
 */
export class JobFetcher {
  readonly #db: Database;
  readonly #taking: FetchOptions;
  /** The last account of the round so far; 0 at its beginning. */
  #after = 0;

  constructor(db: Database, taking: FetchOptions) {
    this.#db = db;
    this.#taking = taking;
  }

  async fetch(now: Date): Promise<JobRow[]> {
    let rows = await this.#from(this.#after, now);
    if (rows.length === 0 && this.#after > 0) rows = await this.#from(0, now);
    this.#after = nextTurn(rows, this.#taking.batch);
    return rows;
  }

  /**
   * The accounts that have something due are found by stepping from one to the next in the index, so those that have
   * much cost no more than the others. What is due is the caller's to say, but locks go by the database's clock, which
   * all nodes share.
   */
  async #from(after: number, now: Date): Promise<TakenRow[]> {
    const { kinds, batch, lockSeconds } = this.#taking;
    const isFree = sql`dead_at is null and run_at <= ${now} and (locked_until is null or locked_until < now())`;
    // Who comes at the end of a long round gets no more for being few.
    const most = after > 0 ? 1 : batch;
    const rows = await this.#db.query<TakenRow>(sql`
      with recursive waiting (kind, account_id, place) as (
        select k.kind, (select account_id from jobs where kind = k.kind and account_id > ${after} and ${isFree}
          order by kind, account_id, run_at limit 1), 1
        from unnest(${kinds}::text[]) as k (kind)
        union all
        select w.kind, (select account_id from jobs where kind = w.kind and account_id > w.account_id and ${isFree}
          order by kind, account_id, run_at limit 1), w.place + 1
        from waiting w where w.account_id is not null and w.place < ${batch}::int),
      share as (select greatest(1, ${most}::int / greatest(1, count(*)))::int as size from waiting
        where account_id is not null),
      chosen as (
        select mine.account_id, mine.id from waiting w cross join lateral (
          select account_id, id from jobs
          where kind = w.kind and account_id = w.account_id and ${isFree}
          order by run_at, id limit (select size from share) for update skip locked) mine)
      update jobs set attempts = attempts + 1, locked_until = now() + make_interval(secs => ${lockSeconds})
      where account_id = any(array(select account_id from chosen)) and id = any(array(select id from chosen))
      returning account_id, id, kind, payload, attempts, run_at`);
    return inTurn(rows);
  }
}

/** First the oldest job of each account, then the second of each, and so on. */
function inTurn(rows: TakenRow[]): TakenRow[] {
  const byAge = rows.sort((a, b) => compare(a.run_at, b.run_at) || a.id - b.id);
  const turns = new Map<number, number>();
  const placed = byAge.map((row) => {
    const turn = turns.get(row.account_id) ?? 0;
    turns.set(row.account_id, turn + 1);
    return { row, turn };
  });
  return placed.sort((a, b) => a.turn - b.turn).map(({ row }) => row);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Where the next taking goes on: after the last account that every kind has come to. */
function nextTurn(rows: readonly TakenRow[], batch: number): number {
  const ends: number[] = [];
  for (const ofKind of Map.groupBy(rows, ({ kind }) => kind).values()) {
    const accounts = new Set(ofKind.map(({ account_id }) => account_id));
    if (accounts.size >= batch) ends.push(Math.max(...accounts));
  }
  return ends.length > 0 ? Math.min(...ends) : 0;
}
