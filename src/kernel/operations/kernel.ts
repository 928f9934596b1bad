import type { Database } from '../database/database.ts';
import type { Queryable } from '../database/queryable.ts';
import type { EventWaiters } from '../events/event-waiters.ts';
import type { AccountTurns } from '../node/account-turns.ts';
import type { NewGuid } from '../node/ids.ts';
import type { Ports } from '../ports/ports.ts';
import type { RateLimiter } from '../security/rate-limits.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Policy, ProgramSetups } from './context.ts';
import type { Action, CacheName, WriteOperation } from './operation.ts';
import type { OperationTimes } from './operation-times.ts';
import type { ProgramGate, ProgramOperations, ProgramRead } from './program-gate.ts';
import type { SystemTables } from './system-tables.ts';

/** Everything an operation runs on, wired once at start. */
export interface Kernel {
  db: Database;
  /** Where reads and lists run: on `db`, or on replicas of it that are as new. */
  reads: Queryable;
  clock: () => Date;
  newGuid: NewGuid;
  policy: Policy;
  secrets: Secrets;
  ports: Ports;
  caches: Record<CacheName, InvalidatableCache>;
  rateLimiter: RateLimiter;
  events: EventWaiters;
  /** The order of the writes that lock a counter of their account. */
  turns: AccountTurns;
  times: OperationTimes;
  programs: ProgramGate;
  setups: ProgramSetups;
  programOperations: ProgramOperations;
  programReads: ReadonlyMap<string, ProgramRead>;
  undoable: UndoableOperations;
  system: SystemTables;
}

/** What a person can undo for some seconds, by name. */
export type UndoableOperations = ReadonlyMap<
  string,
  WriteOperation<unknown, unknown, unknown> | Action<Kernel, unknown, unknown>
>;

/** A cache by account, of which every node has its own. */
interface InvalidatableCache {
  /** Resolves when no node holds the entry from before the call any more. */
  invalidate(accountId: number): Promise<void>;
}
