import { type Database, DatabaseUnavailable } from './database.ts';
import type { Queryable } from './queryable.ts';
import { type Columns, type Row, type RowOf, row, text } from './row.ts';
import { compile, type Sql, sql } from './sql.ts';

/**
 * Runs reads on replicas that have replayed everything that was committed when the read began, so that a read is never
 * older than any answer before it, on whichever node that was given. Only the position of the log is asked of the primary,
 * once for all reads that begin while it is asked. A replica that is away or too far behind is left out for some seconds;
 * the primary serves what no replica can.
 */
export class ReplicaReads implements Queryable {
  readonly #primary: Database;
  readonly #replicas: readonly Replica[];
  readonly #position: Shared<bigint>;
  #turn = 0;

  constructor(primary: Database, replicas: readonly Database[]) {
    this.#primary = primary;
    this.#replicas = replicas.map((db) => new Replica(db));
    this.#position = new Shared(() => readPosition(primary, COMMITTED));
  }

  async query<C extends Columns>(row: Row<C>, statement: Sql): Promise<RowOf<Row<C>>[]> {
    const replica = this.#next();
    if (!replica || mayWrite(statement) || !(await replica.reaches(await this.#position.read())))
      return this.#primary.query(row, statement);
    try {
      const rows = await replica.db.query(row, statement);
      replica.reads += 1;
      return rows;
    } catch (error) {
      // Also a read that the replica has cancelled because it would hold up what comes from the primary.
      if (!(error instanceof DatabaseUnavailable)) throw error;
      replica.leaveOut();
      return this.#primary.query(row, statement);
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
  readonly #position: Shared<bigint>;
  reads = 0;
  bytesBehind = 0;
  #replayed = 0n;
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

  /** Waits until this position is replayed, unless that takes too long. */
  async reaches(position: bigint): Promise<boolean> {
    const deadline = performance.now() + WAIT_MS;
    try {
      while (this.#replayed < position) {
        if (performance.now() > deadline) throw new DatabaseUnavailable('The replica is too far behind');
        this.#replayed = await this.#position.read();
        this.bytesBehind = Math.max(0, Number(position - this.#replayed));
      }
      return true;
    } catch {
      this.leaveOut();
      return false;
    }
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

const positionRow = row({ position: text() });
const COMMITTED = sql`select pg_current_wal_flush_lsn()::text as position`;
/** A replica that was promoted has everything. */
const REPLAYED = sql`select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_flush_lsn() end)::text as position`;

async function readPosition(db: Database, statement: Sql): Promise<bigint> {
  const [found] = await db.query(positionRow, statement);
  const [high = '0', low = '0'] = (found?.position ?? '0/0').split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Whether a statement could need the primary; a word within a text only costs it the replica. */
function mayWrite(statement: Sql): boolean {
  return /\b(insert|update|delete|nextval|pg_notify|pg_advisory\w*)\b/i.test(compile(statement).text);
}

const WAIT_MS = 100;
const LEFT_OUT_MS = 3_000;
