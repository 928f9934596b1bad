import type { z } from 'zod';
import { toPlainDate } from '../domain/dates.ts';
import type { LimitName } from '../domain/program-limits.ts';
import type { Violation } from '../domain/violation.ts';
import { callFingerprint, type Fingerprint } from './call-fingerprint.ts';
import type { Caller, Policy, ProgramSetups, ReadContext, WriteContext } from './context.ts';
import { type Database, isUniqueViolation } from './database/database.ts';
import { retryOnConflict } from './database/retry-on-conflict.ts';
import { toPredictedEffect } from './describe-effect.ts';
import { dropIds, recordRehearsal, rehearsalContext } from './dry-run.ts';
import type { Effect } from './effect.ts';
import { EmittedEvents } from './events/emitted-events.ts';
import type { EventWaiters } from './events/event-waiters.ts';
import { Failure, failure, joinFailures } from './failures/failure.ts';
import { toFailure } from './fields/input-fields.ts';
import { findSynonyms, findUnknownFields } from './fields/unknown-fields.ts';
import { FinalStatement } from './final-statement.ts';
import { findReplay, findReplayOrApproval } from './find-replay.ts';
import type { NewGuid } from './ids.ts';
import type {
  Action,
  CacheName,
  ListOperation,
  ReadOperation,
  WriteOperation,
  WriteResult,
} from './operation.ts';
import { checkPermission } from './permission.ts';
import type { Ports } from './ports/ports.ts';
import {
  ApprovalRequired,
  isGated,
  operationKey,
  type ProgramGate,
  type ProgramOperations,
  type ProgramRead,
} from './program-gate.ts';
import type { RateLimiter } from './security/rate-limits.ts';
import type { Secrets } from './security/secrets.ts';

/** Everything an operation runs on, wired once at start. */
export interface Kernel {
  db: Database;
  clock: () => Date;
  newGuid: NewGuid;
  policy: Policy;
  secrets: Secrets;
  ports: Ports;
  caches: Record<CacheName, InvalidatableCache>;
  rateLimiter: RateLimiter;
  events: EventWaiters;
  programs: ProgramGate;
  setups: ProgramSetups;
  programOperations: ProgramOperations;
  programReads: ReadonlyMap<string, ProgramRead>;
  undoable: UndoableOperations;
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

export async function runRead<In, Out>(
  kernel: Kernel,
  op: ReadOperation<In, Out>,
  caller: Caller,
  raw: unknown,
): Promise<Out> {
  checkPermission(op, caller);
  return op.run(readContext(kernel, caller), parse(op, raw));
}

export function runList<In, Row>(
  kernel: Kernel,
  op: ListOperation<In, Row>,
  caller: Caller,
  raw: unknown,
): AsyncIterable<Row[]> {
  checkPermission(op, caller);
  return op.run(readContext(kernel, caller), parse(op, raw));
}

export async function runWrite<In, Out, Facts>(
  kernel: Kernel,
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  raw: unknown,
): Promise<WriteResult<Out>> {
  checkPermission(op, caller);
  const fingerprint = callFingerprint(op, caller, raw);
  const replay = fingerprint && (await findReplayOrApproval<Out>(kernel, caller, fingerprint));
  if (caller.isDryRun && replay) return replay;
  const input = replay ? null : parse(op, raw);
  const call: ParsedCall<In> = { raw, input: input as In, fingerprint };
  if (caller.isDryRun) return rehearse(kernel, op, caller, call);
  try {
    return replay ?? (await writeOrReplay(kernel, op, caller, call));
  } finally {
    // Also after a replay or a failure: the call that committed the same change may not have invalidated anything yet.
    for (const cache of op.invalidates ?? []) await kernel.caches[cache].invalidate(caller.account.id);
  }
}

/** A call whose input was parsed; `raw` is the input as it was sent. */
interface ParsedCall<In> {
  raw: unknown;
  input: In;
  fingerprint: Fingerprint | null;
}

/** Runs what only a person can do. */
export function runAction<In, Out>(
  kernel: Kernel,
  action: Action<Kernel, In, Out>,
  caller: Caller,
  raw: unknown,
): Promise<Out> {
  return action.run(kernel, caller, parse(action, raw));
}

/** Finds out whether an action would be refused now. */
export async function rehearseAction<In, Out>(
  kernel: Kernel,
  action: Action<Kernel, In, Out>,
  caller: Caller,
  raw: unknown,
): Promise<void> {
  await action.rehearse?.(kernel, caller, parse(action, raw));
}

/** Runs the write up to its last statement and rolls it back. No cache is invalidated, because nothing has changed. */
async function rehearse<In, Out, Facts>(
  kernel: Kernel,
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  call: ParsedCall<In>,
): Promise<WriteResult<Out>> {
  const audited = withAuditedAgent(op, caller, call.input);
  const rehearsed = () => runOnce(kernel, op, audited, { ...call, fingerprint: null });
  const { output, target, effect, number, events, reasons } = await retryOnConflict(rehearsed, RETRIES);
  const would = toPredictedEffect(effect, number, events);
  if (reasons.length > 0) {
    const unmade = { guid: null, url: null, expires_at: null };
    throw new ApprovalRequired({ ...unmade, state: 'waiting', operation: op.name, reasons }, null, would);
  }
  const at = caller.now ?? kernel.clock();
  const actionId = await recordRehearsal(kernel.db, audited, { action: op.name, target, at, effect });
  return { output, actionId, would };
}

/** What a write of a program would do now, for a person who looks at it. */
export async function previewWrite(
  kernel: Kernel,
  op: WriteOperation<unknown, unknown, unknown>,
  caller: Caller,
  raw: unknown,
): Promise<Effect> {
  const effect = await rehearseWrite(kernel, op, caller, raw);
  if (!effect) throw new Error(`${op.name} is open to programs and must describe its effect`);
  return effect;
}

/**
 * Runs a write with all its checks, without keeping or recording anything. The effect is null where the operation
 * describes none, which only those that programs may call have to.
 */
export async function rehearseWrite(
  kernel: Kernel,
  op: WriteOperation<unknown, unknown, unknown>,
  caller: Caller,
  raw: unknown,
): Promise<Effect | null> {
  const rehearsing: Caller = { ...caller, isDryRun: true };
  checkPermission(op, rehearsing);
  const call = { raw, input: parse(op, raw), fingerprint: null };
  return (await retryOnConflict(() => runOnce(kernel, op, rehearsing, call), RETRIES)).effect;
}

function withAuditedAgent<In, Out, Facts>(
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  input: In,
): Caller {
  return op.auditsAgent ? { ...caller, agentId: op.auditsAgent(input) } : caller;
}

async function writeOrReplay<In, Out, Facts>(
  kernel: Kernel,
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  call: ParsedCall<In>,
): Promise<WriteResult<Out>> {
  const audited = withAuditedAgent(op, caller, call.input);
  const { fingerprint } = call;
  try {
    // `prepare` calls external systems, so a rehearsal without them checks the limits first.
    if (op.callsOutside && isGated(op, caller))
      await proposeIfNeeded(
        kernel,
        op,
        audited,
        call,
        await retryOnConflict(() => runOnce(kernel, op, { ...audited, isDryRun: true }, call), RETRIES),
      );
    const done = await retryOnConflict(() => runOnce(kernel, op, audited, call), RETRIES);
    await proposeIfNeeded(kernel, op, audited, call, done);
    return { output: done.output, actionId: done.actionId };
  } catch (error) {
    if (error instanceof ApprovalRequired) throw error;
    // A concurrent call with the same key committed first: this call returns its answer. That commit may also be why this call failed.
    if (fingerprint && (error instanceof Failure || isUniqueViolation(error, 'idempotency_keys_pkey'))) {
      const replay = await findReplay<Out>(kernel, caller, fingerprint);
      if (replay) return replay;
    }
    throw error;
  }
}

/** Turns a write that exceeds a limit into a proposal and throws it; the write itself was rolled back. */
async function proposeIfNeeded<In, Out, Facts>(
  kernel: Kernel,
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  { raw, input, fingerprint }: ParsedCall<In>,
  { reasons, effect, target }: FinishedWrite<Out>,
): Promise<void> {
  if (reasons.length === 0) return;
  if (!effect) throw new Error(`${op.name} waits for a person, who must see what it does`);
  const names = { operation: op.name, operationKey: operationKey(op) };
  const alongside = op.whenProposed && {
    alongside: {
      events: op.events,
      run: async (ctx: WriteContext) => op.whenProposed?.(ctx, input),
    },
  };
  const written = { raw, effect, target, reasons, fingerprint, ...alongside };
  const now = caller.now ?? kernel.clock();
  const made = await kernel.programs.propose({ caller, ...names, ...written, now });
  throw new ApprovalRequired(made.proposal, made.actionId);
}

const RETRIES = { maxAttempts: 5 };

async function runOnce<In, Out, Facts>(
  kernel: Kernel,
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  { input, fingerprint }: ParsedCall<In>,
): Promise<FinishedWrite<Out>> {
  // A program that may only propose keeps nothing and reaches nothing outside, as in a dry run.
  const isRehearsal = caller.isDryRun || (isGated(op, caller) && caller.limits?.mode === 'propose') || false;
  const { ctx: reading, guids } = contextOf(kernel, caller, isRehearsal);
  const facts = (await op.prepare?.(reading, input)) as Facts;
  const { approval } = caller;
  const emitted = new EmittedEvents(op.name, approval ? [...op.events, 'proposal.approved'] : op.events);
  if (approval) emitted.add('proposal.approved', approval.event, null);
  const result = await kernel.db.transaction(async (tx) => {
    if (isRehearsal) tx.rehearse();
    await approval?.begin(tx);
    const ending = new FinalStatement(kernel, op, reading, tx, fingerprint, emitted);
    const { db: _db, ports: _ports, rateLimiter: _rateLimiter, events: _events, ...common } = reading;
    const ctx: WriteContext = {
      ...common,
      tx,
      setups: kernel.setups,
      enqueue: (kind, payload, runAt = reading.now) =>
        void ending.jobs.push({ kind, payload, run_at: runAt }),
      emit: (type, data, from) => emitted.add(type, data, from ?? null),
      finishIf: (end) => ending.write(end),
      finish: async (end) => {
        const row = await ending.write(end);
        if (!row) throw new Error(`${op.name} wrote nothing although its rules were checked`);
        return row;
      },
    };
    const output = await op.run(ctx, input, facts);
    const { actionId, effect, number, reasons, eventTypes } = ending;
    // A record that is not kept has no guid to look it up by.
    const target = ending.target !== null && guids.has(ending.target) ? null : ending.target;
    if (actionId === null) throw new Error(`${op.name} ended without ctx.finish`);
    if (caller.job) caller.job.isDone = true;
    const kept = dropIds(output, guids, caller.account.id);
    return { output: kept, actionId, target, effect, number, reasons, events: eventTypes };
  });
  // By what is declared, because triggers emit events too.
  const mayHaveEmitted = op.events.length > 0 || !emitted.isEmpty;
  if (mayHaveEmitted && !isRehearsal && result.reasons.length === 0)
    kernel.events.announce(caller.account.id);
  return result;
}

interface FinishedWrite<Out> {
  output: Out;
  actionId: number;
  target: string | null;
  effect: Effect | null;
  /** The number that the record got, where it got one. */
  number: string | null;
  /** The types of the events that a rehearsal would emit; empty for a write that is kept. */
  events: readonly string[];
  /** The limits that the write of a program exceeds. It was rolled back if there are any. */
  reasons: readonly LimitName[];
}

/** `guids`: those that a rehearsal hands out. */
function contextOf(
  kernel: Kernel,
  caller: Caller,
  isRehearsal: boolean,
): { ctx: ReadContext; guids: ReadonlySet<string> } {
  const ctx = readContext(kernel, caller);
  return isRehearsal ? rehearsalContext(ctx) : { ctx, guids: new Set() };
}

function readContext(kernel: Kernel, caller: Caller): ReadContext {
  const now = caller.now ?? kernel.clock();
  const { db, policy, secrets, newGuid, ports, rateLimiter, events, programOperations } = kernel;
  const today = toPlainDate(now);
  const shared = { policy, secrets, newGuid, db, ports, rateLimiter, events, programOperations };
  return { account: caller.account, caller, now, today, ...shared };
}

interface ParsedBy<T> {
  input: z.ZodType<T>;
  refusedFields?: Readonly<Record<string, Violation>>;
}

function parse<T>({ input, refusedFields = {} }: ParsedBy<T>, raw: unknown): T {
  const sent = Object.keys(Object(raw)).filter((name) => Object.hasOwn(refusedFields, name));
  const misnamed = joinFailures([
    ...sent.map((name) => failure('field_invalid', name, refusedFields[name] ?? '')),
    ...findSynonyms(findUnknownFields(input, raw)),
  ]);
  if (misnamed) throw misnamed;
  const parsed = input.safeParse(raw);
  if (!parsed.success) throw toFailure(parsed.error);
  return parsed.data;
}
