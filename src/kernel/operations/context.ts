import type { PlainDate } from '../../domain/values/dates.ts';
import type { Account } from '../access/account.ts';
import type { Queryable } from '../database/queryable.ts';
import type { Columns, Row, RowOf } from '../database/row.ts';
import type { Sql } from '../database/sql.ts';
import type { Effect } from '../effects/effect.ts';
import type { EventType } from '../events/catalogue.ts';
import type { EventValues } from '../events/emitted-events.ts';
import type { EventWaiters } from '../events/event-waiters.ts';
import type { NewGuid } from '../node/ids.ts';
import type { Ports } from '../ports/ports.ts';
import type { RateLimiter } from '../security/rate-limits.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Caller } from './caller.ts';
import type { JobKind, JobPayload } from './job-kinds.ts';
import type { SystemTables } from './system-tables.ts';

/** Settings of the installation, the same for all accounts. */
export interface Policy {
  kennitala: 'strict' | 'relaxed';
  baseUrl: string;
  /** The address of which each company has a variant for its receipts; null where receipts are not taken by mail. */
  receiptsAddress: string | null;
  /** The bank collects claims in all currencies, and not in ISK alone. */
  claimsInAllCurrencies: boolean;
  /** Seconds until an authorization code, an access token and a refresh token expire. */
  lifetimes: { code: number; access: number; refresh: number };
}

interface Context {
  account: Account;
  caller: Caller;
  now: Date;
  today: PlainDate;
  policy: Policy;
  secrets: Secrets;
  newGuid: NewGuid;
}

export interface ReadContext extends Context {
  db: Queryable;
  /** Services outside of the process. Only `prepare` and jobs may wait for them, never a transaction. */
  ports: Ports;
  /** Rate limits that all nodes share. */
  rateLimiter: Pick<RateLimiter, 'record' | 'refuse'>;
  events: Pick<EventWaiters, 'register' | 'isClosed'>;
  /** The write is rolled back in the end, so `prepare` must change nothing outside. */
  isRehearsal?: true;
  /** The answers of operations that programs may call, by the keys of their operations. */
  programOperations: ReadonlyMap<string, { toAnswer(row: object, actionId: number): object }>;
  system: SystemTables;
}

/** What programs have set up, which goes on by itself. It belongs to modules after that of the programs. */
export interface ProgramSetups {
  /** Pauses the templates of a program. The operation declares `STOP_EVENTS`. */
  stop(ctx: WriteContext, agentId: string, how: StoppedProgram): Promise<void>;
  /** Resumes those that freezing the program has paused, with their next days. */
  resume(ctx: WriteContext, agentId: string): Promise<void>;
}

interface StoppedProgram {
  why: 'frozen' | 'revoked';
  /** Its open quotes are declined, and its open orders deleted. */
  closesDocuments: boolean;
}

export interface WriteContext extends Context {
  /** The transaction: the only database in scope. Opens at the first statement. */
  tx: Queryable;
  setups: ProgramSetups;
  /** Adds a job that runs after the commit, or later at `runAt`; it is stored by the same statement. */
  enqueue<K extends JobKind>(kind: K, payload: JobPayload[K], runAt?: Date): void;
  /**
   * Adds an event, which the final statement inserts together with the change. The operation must declare its type. With
   * `from`, a CTE or a subquery, there is one event for each of its rows; values may be SQL that names its columns, or
   * those of `answer`, which is what `result` returns.
   */
  emit<T extends EventType>(type: T, data: EventValues<T>, from?: Sql): void;
  /** Commits the write. Throws an invariant error when `result` is empty: the operation has checked that it can be written. */
  finish<C extends Columns, S extends object = object>(end: FinalStep<C, S>): Promise<RowOf<Row<C>> & S>;
  /** Commits a guarded write, such as an update that names the state it expects. Null when `result` is empty; nothing is written then. */
  finishIf<C extends Columns, S extends object = object>(
    end: FinalStep<C, S>,
  ): Promise<(RowOf<Row<C>> & S) | null>;
  /**
   * Runs a write as a part of this one. What its `finish` stores is stored before the last statement; its jobs and events belong
   * to the whole, which tells its effect and its days. Of a part that fails nothing is left.
   */
  part<T>(run: (part: WriteContext) => Promise<T>): Promise<StoredPart<T>>;
}

interface StoredPart<T> {
  output: T;
  effect: Effect | null;
  bookedOn: readonly PlainDate[];
}

/**
 * The one statement that ends a write. `result` is a query, or an insert or update with `returning`; `ctes` are named
 * steps before it, which it may read. The kernel adds its own: the audit row, the jobs, and the answer for replays of
 * the idempotency key. `secret` is added to the answer, and stored only encrypted.
 */
export interface FinalStep<C extends Columns = Columns, S extends object = object> {
  /** The guid of the record that was changed, for the audit log. */
  target: string | null;
  ctes?: Sql;
  result: Sql;
  /** The columns of `result`. */
  row: Row<C>;
  secret?: S;
  /** The outcome of the audit row; `ok` where it is not given. */
  outcome?: string;
  /** The action of the audit row, where the name of the operation does not say what was done. */
  action?: string;
  /**
   * It locks a row of the account until the commit, so it waits for its turn, and is committed together with others that wait. A
   * statement that locks what transactions lock before that row takes its turn alone, or the others of its batch could be in a deadlock.
   */
  turn?: 'shared' | 'alone';
  /** What a write that was kept as a proposal would do, for the audit row. */
  proposes?: Effect;
  /** The days that it books into, none of them or some: an operation that has declared `books` says so, and no other does. */
  bookedOn?: readonly PlainDate[];
  /** All that the write does. An operation that has a scope must give it. */
  effect?: Effect;
}
