import type { Database } from './database/database.ts';
import { sql } from './database/sql.ts';
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
  turn: number;
}

export interface Taking {
  kinds: readonly JobKind[];
  /** About how many at once; when many accounts wait, one of each kind for as many accounts. */
  batch: number;
  lockSeconds: number;
}

/**
 * Takes what is due, account by account: the thousand jobs of one hold up no other's single one. The next taking
 * begins where this one has ended, so that everybody's turn comes, however many there are.
 */
export class JobTaker {
  readonly #db: Database;
  readonly #taking: Taking;
  /** The last account of the round so far; 0 at its beginning. */
  #after = 0;

  constructor(db: Database, taking: Taking) {
    this.#db = db;
    this.#taking = taking;
  }

  async take(now: Date): Promise<JobRow[]> {
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
          order by account_id limit 1), 1
        from unnest(${kinds}::text[]) as k (kind)
        union all
        select w.kind, (select account_id from jobs where kind = w.kind and account_id > w.account_id and ${isFree}
          order by account_id limit 1), w.place + 1
        from waiting w where w.account_id is not null and w.place < ${batch}::int),
      share as (select greatest(1, ${most}::int / greatest(1, count(*)))::int as size from waiting
        where account_id is not null),
      chosen as (
        select mine.account_id, mine.id, row_number() over (partition by mine.account_id order by mine.run_at, mine.id) as turn
        from waiting w cross join lateral (
          select account_id, id, run_at from jobs
          where kind = w.kind and account_id = w.account_id and ${isFree}
          order by run_at, id limit (select size from share) for update skip locked) mine)
      update jobs set attempts = attempts + 1, locked_until = now() + make_interval(secs => ${lockSeconds})
      from chosen where jobs.account_id = chosen.account_id and jobs.id = chosen.id
      returning jobs.account_id, jobs.id, jobs.kind, jobs.payload, jobs.attempts, jobs.run_at, chosen.turn`);
    return rows.sort((a, b) => a.turn - b.turn || compare(a.run_at, b.run_at) || a.id - b.id);
  }
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
