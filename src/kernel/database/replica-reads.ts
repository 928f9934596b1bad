import { type Database, DatabaseUnavailable } from './database.ts';
import type { Queryable } from './queryable.ts';
import { type Columns, col, type Row, type RowOf, row } from './row.ts';
import { compile, type Sql, sql } from './sql.ts';
import { primaryTimeline } from './tables.ts';

/**
 * Runs reads on replicas that have replayed everything that was committed when the read began, so that a read is never
 * older than any answer before it, on whichever node that was given. Only the position of the log is asked of the primary,
 * once for all reads that begin while it is asked. A replica that is away or too far behind is left out for some seconds;
 * the primary serves what no replica can.
 */
export class ReplicaReads implements Queryable {
  readonly #primary: Database;
  readonly #replicas: readonly Replica[];
  readonly #position: Shared<Position>;
  #turn = 0;

  constructor(primary: Database, replicas: readonly Database[]) {
    this.#primary = primary;
    this.#replicas = replicas.map((db) => new Replica(db));
    this.#position = new Shared(() => readCommitted(primary));
  }

  query<C extends Columns>(row: Row<C>, statement: Sql): Promise<RowOf<Row<C>>[]> {
    return this.#read(statement, (db) => db.query(row, statement));
  }

  find<C extends Columns>(row: Row<C>, statement: Sql): Promise<RowOf<Row<C>> | null> {
    return this.#read(statement, (db) => db.find(row, statement));
  }

  async #read<T>(statement: Sql, read: (db: Database) => Promise<T>): Promise<T> {
    const replica = this.#next();
    if (!replica || mayWrite(statement) || !(await replica.reaches(this.#position.read())))
      return read(this.#primary);
    try {
      const found = await read(replica.db);
      replica.reads += 1;
      return found;
    } catch (error) {
      // Also a read that the replica has cancelled because it would hold up what comes from the primary.
      if (!(error instanceof DatabaseUnavailable)) throw error;
      replica.leaveOut();
      return read(this.#primary);
    }
  }

  /** How many reads each replica has served on this node, and the bytes that it was behind when it was last asked. */
  get figures(): { reads: number; bytesBehind: number; isLeftOut: boolean }[] {
    return this.#replicas.map(({ reads, bytesBehind, isLeftOut }) => ({ reads, bytesBehind, isLeftOut }));
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map(({ db }) => db.close()));
  }

  #next(): Replica | undefined {
    const ready = this.#replicas.filter(({ isLeftOut }) => !isLeftOut);
    this.#turn += 1;
    return ready[this.#turn % ready.length];
  }
}

class Replica {
  readonly db: Database;
  readonly #position: Shared<Position>;
  reads = 0;
  bytesBehind = 0;
  #leftOutUntil = 0;

  constructor(db: Database) {
    this.db = db;
    this.#position = new Shared(() => readPosition(db, REPLAYED));
  }

  get isLeftOut(): boolean {
    return performance.now() < this.#leftOutUntil;
  }

  leaveOut(): void {
    this.#leftOutUntil = performance.now() + LEFT_OUT_MS;
  }

  /**
   * Waits until what the primary has committed is replayed, unless that takes too long. The replica is asked each time, at the same
   * time as the primary: one that was restarted can be behind where it was before.
   */
  async reaches(committed: Promise<Position>): Promise<boolean> {
    const deadline = performance.now() + WAIT_MS;
    const [wanted, answered] = await Promise.all([committed, this.#ask()]);
    for (let replayed = answered; replayed; replayed = await this.#ask()) {
      this.bytesBehind = Math.max(0, Number(wanted.bytes - replayed.bytes));
      // The log of another timeline has diverged, so its positions cannot be compared.
      if (replayed.timeline === wanted.timeline && replayed.bytes >= wanted.bytes) return true;
      if (performance.now() > deadline) break;
    }
    this.leaveOut();
    return false;
  }

  /** Null where it does not answer. */
  #ask(): Promise<Position | null> {
    return this.#position.read().catch(() => null);
  }
}

/** Work whose result serves all who ask before it begins. Whoever asks while it runs gets that of the next run. */
class Shared<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | null = null;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  read(): Promise<T> {
    if (this.#next) return this.#next;
    const next = this.#running
      .catch(() => {})
      .then(() => {
        this.#next = null;
        this.#running = next;
        return this.#work();
      });
    this.#next = next;
    return next;
  }
}

/** A place in the log of a server. */
interface Position {
  /** The timeline that is noted there; 0 where none is. */
  timeline: number;
  bytes: bigint;
}

const positionRow = row({ position: col.text(), timeline: col.integer() });
const NOTED = sql`coalesce((select timeline from primary_timeline), 0)`;
/** A replica that was promoted has everything of its timeline. */
const REPLAYED = sql`select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_flush_lsn() end)::text as position, ${NOTED} as timeline`;
/** The name of a file of the log begins with its timeline. */
const COMMITTED = sql`select position::text, noted as timeline,
    ('x' || left(pg_walfile_name(position), 8))::bit(32)::integer as current
  from (select pg_current_wal_flush_lsn() as position, ${NOTED} as noted) now`;
const committedRow = positionRow.with({ current: col.integer() });

async function readPosition(db: Database, statement: Sql): Promise<Position> {
  const [found] = await db.query(positionRow, statement);
  if (!found) throw new DatabaseUnavailable('The server has no position');
  return toPosition(found);
}

/**
 * Where the primary is. After a failover its timeline is noted first: only a replica that follows this primary gets the note,
 * while one that still has the end of another timeline may be further ahead, and lacks what was committed since.
 */
async function readCommitted(primary: Database): Promise<Position> {
  for (;;) {
    const [found] = await primary.query(committedRow, COMMITTED);
    if (!found) throw new DatabaseUnavailable('The server has no position');
    const { current, ...noted } = found;
    if (noted.timeline === current) return toPosition(noted);
    await primary.query(
      primaryTimeline.pick('timeline'),
      sql`${primaryTimeline.insert({ timeline: current })}
        on conflict (is_only) do update set timeline = excluded.timeline returning timeline`,
    );
  }
}

function toPosition({ position, timeline }: { position: string; timeline: number }): Position {
  const [high = '0', low = '0'] = position.split('/');
  return { timeline, bytes: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) };
}

/** Whether a statement could need the primary; a word within a text only costs it the replica. */
function mayWrite(statement: Sql): boolean {
  return /\b(insert|update|delete|nextval|pg_notify|pg_advisory\w*)\b/i.test(compile(statement).text);
}

const WAIT_MS = 100;
const LEFT_OUT_MS = 3_000;
