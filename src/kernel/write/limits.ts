import type { LimitName } from '../../domain/access/program-limits.ts';
import type { Transaction } from '../database/database.ts';
import type { Effect } from '../effects/effect.ts';
import type { ReadContext, WriteContext } from '../operations/context.ts';
import type { WriteOperation } from '../operations/operation.ts';
import {
  ApprovalRequired,
  type GatedWrite,
  isGated,
  makesReceiversKnown,
  operationKey,
} from '../operations/program-gate.ts';
import type { FinalStepSource, FinishedWrite, Layer, WriteCall } from './write-call.ts';

/** A write of a program that exceeds a limit is rolled back and becomes a proposal, which is thrown. */
export const proposeBeyondLimits: Layer = (next) => async (call) => {
  const { op, caller } = call;
  if (caller.isDryRun || op.kind === 'internal') return next(call);
  // `prepare` calls external systems, so a rehearsal without them checks the limits first.
  if (op.callsOutside && isGated(op, caller))
    await proposeIfNeeded(op, call, await next({ ...call, caller: { ...caller, isDryRun: true } }));
  const finished = await next(call);
  await proposeIfNeeded(op, call, finished);
  return finished;
};

async function proposeIfNeeded<Out>(
  op: WriteOperation<unknown, Out, unknown>,
  { kernel, caller, raw, input, fingerprint }: WriteCall<Out>,
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

/** Whether it keeps nothing and reaches nothing outside: in a dry run, or as the write of a program that may only propose. */
export function isRehearsed<Out>({ op, caller }: WriteCall<Out>): boolean {
  return caller.isDryRun === true || (isGated(op, caller) && caller.limits?.mode === 'propose');
}

/** Locks the day's use of a program before the first part of a write is stored, in the order of all writes of the program. */
export async function lockUseFirst<Out>(
  { kernel, op, caller }: WriteCall<Out>,
  ctx: ReadContext,
  tx: Transaction,
): Promise<void> {
  const write = toGatedWrite(ctx, null);
  if (write && (caller.approval || isGated(op, caller))) await kernel.programs.lockUse(tx, write);
}

/** The limits that the write exceeds. Such a write runs to its end, so that its checks are made, and is rolled back. */
export async function applyLimits<Out>(
  { kernel, op, caller }: WriteCall<Out>,
  ctx: ReadContext,
  tx: Transaction,
  effect: Effect | null,
): Promise<readonly LimitName[]> {
  const write = toGatedWrite(ctx, effect);
  if (write && caller.approval) await kernel.programs.lockUse(tx, write);
  if (!write || !isGated(op, caller)) return [];
  const reasons = await kernel.programs.exceededLimits(tx, write);
  if (reasons.length > 0) tx.rehearse();
  // The mode changed from propose to act during this call. Its transaction is a rehearsal already, so it becomes a proposal.
  else if (caller.limits?.mode === 'propose') return ['mode'];
  return reasons;
}

/**
 * Counts the write of a program, remembers who has received something, and completes an approval. Not in a rehearsal: it
 * has not locked the day's use first, as approved writes do, and could deadlock with them.
 */
export const countWrite: FinalStepSource = ({ call, ctx, tx }, { effect = null }) => {
  const write = toGatedWrite(ctx, effect);
  if (!write || tx.isRehearsal) return [];
  const { caller, now } = ctx;
  const approved = caller.approval ? [caller.approval.complete(now)] : [];
  return [...call.kernel.programs.steps(caller, write, now), ...approved];
};

/** The write as the limits of a program see it; null where they have nothing to do with it. */
function toGatedWrite({ account, caller, today }: ReadContext, effect: Effect | null): GatedWrite | null {
  if (!caller.agentId && !makesReceiversKnown(caller)) return null;
  const isApproved = caller.approval !== undefined;
  const isScheduled = caller.via === 'job';
  return { accountId: account.id, agentId: caller.agentId ?? '', effect, today, isApproved, isScheduled };
}
