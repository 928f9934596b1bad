import type { ProgramLimits } from '../../domain/access/program-limits.ts';
import type { Role } from '../../domain/access/roles.ts';
import type { Account } from '../access/account.ts';
import type { Scope } from '../access/scopes.ts';
import type { Queryable } from '../database/queryable.ts';
import type { Sql } from '../database/sql.ts';
import type { Effect } from '../effects/effect.ts';
import type { EventValues } from '../events/emitted-events.ts';
import type { IdempotencyKey } from './idempotency-key.ts';

/** Who calls: one of the ways in, with what only this way has. */
export type Caller = KeyCaller | ProgramCaller | PersonCaller | VisitorCaller | OperatorCaller | JobCaller;

/** What every call has. The audit row takes account, address and id of the request from it. */
interface Call {
  account: Account;
  ip: string;
  requestId: string;
  idempotencyKey?: IdempotencyKey | undefined;
  /** The call is rehearsed: it is checked and answered like a real one, and only an audit row of it is kept. */
  isDryRun?: true;
  /** Replaces the clock where the caller names the day, as the operator does. */
  now?: Date;
}

/** The properties of other callers, which this one cannot have. */
type Without<K extends string> = { readonly [P in K]?: undefined };

/** The account's own key, or the one that it gave to its bookkeeper. `agentId`: the program that it says it acts for. */
export interface KeyCaller
  extends Call,
    Without<'person' | 'limits' | 'approval' | 'job' | 'was' | 'hasConfirmedPassword'> {
  by: 'key';
  via: 'credential' | 'agent';
  agentId?: string;
  /** Those of the plan; unset where the surface does not know them. */
  scopes?: readonly Scope[];
  connection?: Connection;
}

/** A program by a token that the account has delegated to it, or the clock that issues what it has set up. */
export interface ProgramCaller extends Call, Without<'job' | 'was' | 'hasConfirmedPassword'> {
  by: 'program';
  via: 'agent' | 'job';
  agentId: string;
  /** The scopes that it was granted; unset where they have been checked already. */
  scopes?: readonly Scope[];
  /** What it may do without asking a person; unset where a person has been asked. */
  limits?: ProgramLimits;
  /** The person who approves the call, or tries what the program could do. */
  person?: Person;
  /** The proposal that this call carries out. */
  approval?: Approval;
  connection?: Connection;
}

export interface PersonCaller
  extends Call,
    Without<'agentId' | 'scopes' | 'limits' | 'approval' | 'job' | 'connection'> {
  by: 'person';
  via: 'console' | 'page';
  person: Person;
  /** The person has sent the own password with this call. */
  hasConfirmedPassword?: true;
  /** The values from which the person has changed the fields that are sent; see `changed-meanwhile.ts`. */
  was?: Readonly<Record<string, unknown>>;
}

/** Anybody: by a signed address, as another service, or before a sign-in. */
interface VisitorCaller extends Call, Nobody {
  by: 'visitor';
  via: 'page' | 'agent';
}

interface OperatorCaller extends Call, Nobody {
  by: 'operator';
  via: 'operator';
}

export interface JobCaller extends Call, Without<Exclude<CallerProperty, 'job'>> {
  by: 'job';
  via: 'job';
  /** The job that this call completes. The job is deleted in the same transaction, and `isDone` is set then. */
  job?: { id: number; isDone?: boolean } | undefined;
}

type CallerProperty =
  | 'agentId'
  | 'scopes'
  | 'limits'
  | 'person'
  | 'approval'
  | 'job'
  | 'was'
  | 'hasConfirmedPassword'
  | 'connection';

type Nobody = Without<CallerProperty>;

interface Person {
  id: number;
  role: Role;
}

/** The connection of a call, for an operation that holds its answer back for a while. */
interface Connection {
  /** Aborts when the client has gone. */
  signal(): AbortSignal;
  /** The caller by the same credentials now; throws where they are not valid any more. */
  reauthenticate(): Promise<Caller>;
}

/** How a write is tied to its proposal, in one transaction. */
export interface Approval {
  /** Locks the proposal; refuses where it does not wait any more. */
  begin(tx: Queryable): Promise<void>;
  /** Refuses where the write would do something else than the person has seen. */
  check(effect: Effect | null): void;
  /** The data of the event `proposal.approved`. */
  event: EventValues<'proposal.approved'>;
  /** A step of the final statement, which may read its steps `answer` and `audited`. */
  complete(now: Date): Sql;
}
