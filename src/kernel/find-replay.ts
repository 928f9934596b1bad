import type { Fingerprint } from './call-fingerprint.ts';
import type { Caller } from './context.ts';
import type { Database } from './database/database.ts';
import { EMPTY, sql } from './database/sql.ts';
import { idempotencyKeys } from './database/tables.ts';
import { toPredictedEffect } from './describe-effect.ts';
import { fail } from './failures/failure.ts';
import type { WriteResult } from './operation.ts';
import { ApprovalRequired, type ProgramGate } from './program-gate.ts';
import { type Secrets, sameBytes } from './security/secrets.ts';

interface ReplayDeps {
  db: Database;
  clock: () => Date;
  secrets: Secrets;
  programs: ProgramGate;
}

/** The stored answer of a committed call with the same key. */
export async function findReplay<Out>(
  kernel: Omit<ReplayDeps, 'programs'>,
  { account, isDryRun }: Caller,
  fingerprint: Fingerprint,
): Promise<{ output: Out; actionId: number } | null> {
  const horizon = new Date(kernel.clock().getTime() - 24 * 3600 * 1000);
  // Deletes an expired row of the same key first, so that the key can be used again.
  const expired = sql`with expired as (
      delete from idempotency_keys
      where account_id = ${account.id} and key = ${fingerprint.key} and created_at < ${horizon})`;
  const [replay] = await kernel.db.query(
    idempotencyKeys.pick('digest', 'answer'),
    sql`${isDryRun ? EMPTY : expired}
    select digest, answer from idempotency_keys
    where account_id = ${account.id} and key = ${fingerprint.key} and created_at >= ${horizon}`,
  );
  if (!replay) return null;
  if (!sameBytes(replay.digest, fingerprint.digest)) fail('idempotency_key_reused');
  const { action_id, sealed, ...answer } = replay.answer;
  const secret = typeof sealed === 'string' ? (kernel.secrets.unseal(sealed) as object) : {};
  return { output: { ...answer, ...secret } as Out, actionId: Number(action_id) };
}

/**
 * The answer of an earlier call with the same key: done at once, or approved by a person since. A call that was done is
 * not done again, so for a dry run there is nothing that it would do.
 */
export async function findReplayOrApproval<Out>(
  kernel: ReplayDeps,
  caller: Caller,
  fingerprint: Fingerprint,
): Promise<WriteResult<Out> | null> {
  const replay =
    (await findReplay<Out>(kernel, caller, fingerprint)) ??
    (caller.limits ? await findApproval<Out>(kernel, caller, fingerprint) : null);
  return replay && { ...replay, ...(caller.isDryRun && { would: toPredictedEffect(null, null, []) }) };
}

async function findApproval<Out>(
  kernel: ReplayDeps,
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
