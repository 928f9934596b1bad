import type { Caller } from './context.ts';
import type { Database } from './database/database.ts';
import { type PredictedEffect, toPredictedEffect } from './effect.ts';
import { fail } from './failures/failure.ts';
import { ApprovalRequired, type ProgramGate } from './program-gate.ts';
import { type Fingerprint, findReplay } from './replay.ts';
import { type Secrets, sameBytes } from './security/secrets.ts';

export interface WriteResult<Out> {
  output: Out;
  /** The audit row of this call. */
  actionId: number;
  /** What the write would do; only a dry run has it. */
  would?: PredictedEffect;
}

interface Answers {
  db: Database;
  clock: () => Date;
  secrets: Secrets;
  programs: ProgramGate;
}

/**
 * The answer of an earlier call with the same key: done at once, or approved by a person since. A call that was done is
 * not done again, so for a dry run there is nothing that it would do.
 */
export async function findKnownAnswer<Out>(
  kernel: Answers,
  caller: Caller,
  fingerprint: Fingerprint,
): Promise<WriteResult<Out> | null> {
  const known =
    (await findReplay<Out>(kernel, caller, fingerprint)) ??
    (caller.limits ? await findApproved<Out>(kernel, caller, fingerprint) : null);
  return known && { ...known, ...(caller.isDryRun && { would: toPredictedEffect(null, null, []) }) };
}

async function findApproved<Out>(
  kernel: Answers,
  caller: Caller,
  fingerprint: Fingerprint,
): Promise<WriteResult<Out> | null> {
  const bound = await kernel.programs.findByKey(caller, fingerprint.key, kernel.clock());
  if (!bound) return null;
  if (!sameBytes(bound.digest, fingerprint.digest)) fail('idempotency_key_reused');
  const { proposal, answer } = bound;
  if (proposal.state === 'waiting') throw new ApprovalRequired(proposal, null);
  if (!answer) fail('proposal_closed', proposal.state);
  const { action_id, ...output } = answer;
  return { output: output as Out, actionId: Number(action_id) };
}
