import type { PlainDate } from '../domain/dates.ts';
import type { Account, Role } from './account.ts';
import type { Sql } from './database/sql.ts';
import type { NewGuid } from './ids.ts';
import type { JobKind, JobPayload } from './job-kinds.ts';
import type { Ports } from './ports.ts';
import type { Secrets } from './secrets.ts';

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
export interface Rules {
  kennitala: 'strict' | 'relaxed';
  baseUrl: string;
  /** How many seconds a code and the two kinds of tokens are good for. */
  lifetimes: { code: number; access: number; refresh: number };
}

export interface Reader {
  query<Row>(statement: Sql): Promise<Row[]>;
}

interface Context {
  account: Account;
  caller: Caller;
  now: Date;
  today: PlainDate;
  rules: Rules;
  secrets: Secrets;
  newGuid: NewGuid;
}

export interface ReadContext extends Context {
  db: Reader;
  /** The outside world. Only `prepare` and jobs may wait for it, never a transaction. */
  ports: Ports;
}

export interface WriteContext extends Context {
  /** The transaction: the only database in scope. Opens at the first statement. */
  tx: Reader;
  /** Work to do after the commit, written with it. */
  later<K extends JobKind>(kind: K, payload: JobPayload[K]): void;
  /** Ends the transaction. Null when `answer` came out empty; nothing is written then. */
  finish<Row extends object>(end: End): Promise<Row | null>;
}

/**
 * The one statement that ends a write. `answer` is a query, or an insert or update that returns; `steps` are
 * named ones before it, which it may read. The kernel adds its own to them: the audit row, the jobs, and the
 * answer to remember. `secret` is added to the answer, and kept only sealed.
 */
export interface End {
  /** The guid of what was changed, for the audit log. */
  target: string | null;
  steps?: Sql;
  answer: Sql;
  secret?: object;
}
