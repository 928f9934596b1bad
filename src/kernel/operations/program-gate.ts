import { canMakeWait, type LimitName } from '../../domain/access/program-limits.ts';
import type { ProposalState } from '../../domain/access/stored-call-states.ts';
import type { Access } from '../access/access.ts';
import type { Queryable } from '../database/queryable.ts';
import type { Sql } from '../database/sql.ts';
import type { PredictedEffect } from '../effects/describe-effect.ts';
import type { Effect } from '../effects/effect.ts';
import type { EventType } from '../events/catalogue.ts';
import { Failure, failure } from '../failures/failure.ts';
import type { Fingerprint } from './call-fingerprint.ts';
import type { Caller } from './caller.ts';
import type { WriteContext } from './context.ts';
import type { ReadOperation, WriteOperation } from './operation.ts';

/** A write as the limits of a program see it. */
export interface GatedWrite {
  accountId: number;
  agentId: string;
  effect: Effect | null;
  /** The day of the call, UTC. */
  today: string;
  /** A person has approved it, so it may exceed the limits. */
  isApproved: boolean;
  /** The clock issues it from a template that the program has set up. */
  isScheduled: boolean;
}

/** A proposal as a program sees it. A dry run makes none, so its guid, url and end are null. */
export interface Proposal {
  guid: string | null;
  state: ProposalState;
  operation: string;
  reasons: readonly string[];
  url: string | null;
  expires_at: string | null;
}

/** A write that waits for a person. */
export interface NewProposal {
  caller: Caller;
  /** Finds the operation again; see `operationKey`. */
  operationKey: string;
  operation: string;
  /** The input as it was sent. */
  raw: unknown;
  effect: Effect;
  target: string | null;
  reasons: readonly LimitName[];
  fingerprint: Fingerprint | null;
  now: Date;
  /** What is stored together with the proposal; see `WriteOperation.whenProposed`. */
  alongside?: { events: readonly EventType[]; run(ctx: WriteContext): Promise<void> };
}

/** A proposal that an idempotency key is bound to. `answer`: the row of the write, once it is done. */
interface KeyedProposal {
  proposal: Proposal;
  digest: Buffer;
  answer: Record<string, unknown> | null;
}

/**
 * The limits and proposals of programs, which belong to modules. The kernel asks for the limits within the transaction of
 * the write, so that concurrent calls never exceed a limit together.
 */
export interface ProgramGate {
  /** Locks the day's use of the program until the end of the transaction, and lists the limits that the write exceeds. */
  exceededLimits(tx: Queryable, write: GatedWrite): Promise<LimitName[]>;
  /** Locks the day's use before anything else, in the order of all writes of the program: else they could deadlock. */
  lockUse(tx: Queryable, write: GatedWrite): Promise<void>;
  /** Steps of the final statement that count the write, and that remember who has received something. */
  steps(caller: Caller, write: GatedWrite, now: Date): readonly Sql[];
  findByKey(caller: Caller, key: string, now: Date): Promise<KeyedProposal | null>;
  /** `actionId`: the audit row of the call; null where a concurrent call with the same key has made the proposal. */
  propose(proposal: NewProposal): Promise<{ proposal: Proposal; actionId: number | null }>;
}

/** The events of what stops, or goes on, together with a program; see `ProgramSetups`. */
export const STOP_EVENTS: readonly EventType[] = [
  'recurring.paused',
  'recurring.resumed',
  'quote.declined',
  'order.deleted',
  'proposal.declined',
];

/** The program that acts by its token; null where the account itself, a person or the clock does. */
export function actingProgram(caller: Caller): string | null {
  return caller.by === 'program' ? caller.agentId : null;
}

/** The write has passed its checks and waits for a person. Surfaces answer it with 202. */
export class ApprovalRequired extends Failure {
  readonly proposal: Proposal;
  /** The audit row of the call, where it has one already. */
  readonly actionId: number | null;
  /** What the write would do; only of a dry run. */
  readonly would: PredictedEffect | undefined;

  constructor(proposal: Proposal, actionId: number | null, would?: PredictedEffect) {
    const { code, message, details } = failure('approval_required', proposal.reasons.join(', '));
    super(code, message, details);
    this.proposal = proposal;
    this.actionId = actionId;
    this.would = would;
  }
}

type GatedOperation = { kind: 'internal' } | { kind: 'write'; access: Access };

/** Whether the limits of a program can make this write wait. */
export function isGated(op: GatedOperation, { limits }: Caller): boolean {
  return limits !== undefined && op.kind === 'write' && !op.access.isOwnAccess && canMakeWait(limits);
}

/**
 * Whether who receives something by this write is known from then on: a person made or approved it, or the account's own
 * key made it and named no program. A bookkeeper's key belongs to another company.
 */
export function makesReceiversKnown({ by, account, agentId, person }: Caller): boolean {
  if (person) return true;
  return by === 'key' && agentId === undefined && account.bookkeeperKey === undefined;
}

/** How programs call an operation over HTTP. */
export interface ProgramCall {
  method: string;
  path: string;
  /** The input of the operation from the fields of a request. */
  toInput(fields: Record<string, unknown>): unknown;
}

/** An operation that programs may call, and the answer that its row becomes on their surface. */
export interface ProgramOperation {
  operation: WriteOperation<unknown, unknown, unknown>;
  toAnswer(row: object, actionId: number): object;
  /** Unset where they reach it through MCP alone, or where its address names a record. */
  call?: ProgramCall;
}

/** A read that programs may call without naming a record. */
export interface ProgramRead {
  operation: ReadOperation<unknown, unknown>;
  toAnswer(output: unknown, actionId: number): object;
  call: ProgramCall;
}

export type ProgramOperations = ReadonlyMap<string, ProgramOperation>;

/** The name under which a proposal finds its operation again. Operations of one name differ in their variant. */
export function operationKey({
  name,
  variant,
}: Pick<WriteOperation<never, unknown, never>, 'name' | 'variant'>): string {
  return variant === undefined ? name : `${name}:${variant}`;
}
