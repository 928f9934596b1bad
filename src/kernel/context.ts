import type { PlainDate } from '../domain/dates.ts';
import type { Account, Role } from './account.ts';
import type { Columns, Row, RowOf } from './database/row.ts';
import type { Sql } from './database/sql.ts';
import type { NewGuid } from './ids.ts';
import type { JobKind, JobPayload } from './jobs/job-kinds.ts';
import type { Ports } from './ports/ports.ts';
import type { Secrets } from './security/secrets.ts';

/** Who calls, by which way in, and what the audit log should say of it. */
export interface Caller {
  account: Account;
  via: 'credential' | 'agent' | 'console' | 'operator' | 'page' | 'job';
  agentId?: string;
  /** Which of the account's people it is; where there is none, the way in itself stands for the account. */
  person?: { id: number; role: Role };
  ip: string;
  requestId: string;
  idempotencyKey?: string;
  /** The job that this call carries out; it is done when the call commits, and then says so. */
  job?: { id: number; isDone?: boolean };
  /** Stands in for the clock where the caller says what day it is. */
  now?: Date;
}

/** What the installation decides for all accounts. */
export interface Policy {
  kennitala: 'strict' | 'relaxed';
  baseUrl: string;
  /** How many seconds a code and the two kinds of tokens are good for. */
  lifetimes: { code: number; access: number; refresh: number };
}

export interface Queryable {
  /** The rows of a statement, typed by the description of its columns. */
  query<C extends Columns>(row: Row<C>, statement: Sql): Promise<RowOf<Row<C>>[]>;
  query<Row>(statement: Sql): Promise<Row[]>;
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
  /** The outside world. Only `prepare` and jobs may wait for it, never a transaction. */
  ports: Ports;
}

export interface WriteContext extends Context {
  /** The transaction: the only database in scope. Opens at the first statement. */
  tx: Queryable;
  /** Work to do after the commit, written with it. */
  enqueue<K extends JobKind>(kind: K, payload: JobPayload[K]): void;
  /** Commits the write. Throws an invariant error when `result` is empty: the operation has checked that it can be written. */
  finish<C extends Columns, S extends object = object>(end: DescribedStep<C, S>): Promise<RowOf<Row<C>> & S>;
  finish<Row extends object>(end: FinalStep): Promise<Row>;
  /** Commits a guarded write, such as an update that names the state it expects. Null when `result` is empty; nothing is written then. */
  finishIf<C extends Columns, S extends object = object>(
    end: DescribedStep<C, S>,
  ): Promise<(RowOf<Row<C>> & S) | null>;
  finishIf<Row extends object>(end: FinalStep): Promise<Row | null>;
}

/**
 * The one statement that ends a write. `answer` is a query, or an insert or update that returns; `steps` are
 * named ones before it, which it may read. The kernel adds its own to them: the audit row, the jobs, and the
 * answer to remember. `secret` is added to the answer, and kept only sealed.
 */
export interface FinalStep {
  /** The guid of what was changed, for the audit log. */
  target: string | null;
  ctes?: Sql;
  result: Sql;
  /** The columns of `result`. */
  row?: Row;
  secret?: object;
}

/** A final step whose result is described, as the stores write it; the operation adds the target. */
export interface DescribedStep<C extends Columns, S extends object = object> extends FinalStep {
  row: Row<C>;
  secret?: S;
}
