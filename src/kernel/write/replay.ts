import { DatabaseUnavailable } from '../database/database.ts';
import { EMPTY, type Sql, sql } from '../database/sql.ts';
import { idempotencyKeys } from '../database/tables.ts';
import { toPredictedEffect } from '../effects/describe-effect.ts';
import { fail } from '../failures/failure.ts';
import { callFingerprint, type Fingerprint } from '../operations/call-fingerprint.ts';
import type { Caller } from '../operations/caller.ts';
import type { Kernel } from '../operations/kernel.ts';
import { ApprovalRequired } from '../operations/program-gate.ts';
import { sameBytes } from '../security/secrets.ts';
import type { FinalStepSource, FinishedWrite, Layer, WriteCall } from './write-call.ts';

const NOTHING_DONE = {
  isKept: false,
  target: null,
  effect: null,
  number: null,
  events: [],
  reasons: [],
} as const;

/** A call with the idempotency key of an earlier one gets the answer of that call, and does nothing. */
export const answerReplay: Layer = (next) => async (call) => {
  const fingerprint = callFingerprint(call.op, call.caller, call.raw);
  if (!fingerprint) return next(call);
  const replay = await findAnswer(call, fingerprint);
  if (replay) return replayed(call, replay);
  try {
    return await next({ ...call, fingerprint });
  } catch (error) {
    if (error instanceof ApprovalRequired || error instanceof DatabaseUnavailable) throw error;
    // A concurrent call with the same key committed first: this call returns its answer. That commit may also be why this call failed.
    const concurrent = await findAnswer(call, fingerprint);
    if (concurrent) return replayed(call, concurrent);
    throw error;
  }
};

type StoredAnswer<Out> = Pick<FinishedWrite<Out>, 'output' | 'actionId'>;

/** Nothing was done now, so for a dry run there is nothing that the call would do. */
function replayed<Out>({ caller }: WriteCall<Out>, answer: StoredAnswer<Out>): FinishedWrite<Out> {
  const nothing = toPredictedEffect(null, null, []);
  return { ...NOTHING_DONE, ...answer, ...(caller.isDryRun && { would: nothing }) };
}

/** The answer of an earlier call with the same key: done at once, or approved by a person since. */
async function findAnswer<Out>(
  { kernel, caller }: WriteCall<Out>,
  fingerprint: Fingerprint,
): Promise<StoredAnswer<Out> | null> {
  return (
    (await findReplay<Out>(kernel, caller, fingerprint)) ??
    (caller.limits ? await findApproval<Out>(kernel, caller, fingerprint) : null)
  );
}

/** The stored answer of a committed call. */
async function findReplay<Out>(
  { db, clock, secrets }: Kernel,
  { account, isDryRun }: Caller,
  fingerprint: Fingerprint,
): Promise<StoredAnswer<Out> | null> {
  const horizon = new Date(clock().getTime() - 24 * 3600 * 1000);
  // Deletes an expired row of the same key first, so that the key can be used again.
  const expired = sql`with expired as (
      delete from idempotency_keys
      where account_id = ${account.id} and key = ${fingerprint.key} and created_at < ${horizon})`;
  const [replay] = await db.query(
    idempotencyKeys.pick('digest', 'answer'),
    sql`${isDryRun ? EMPTY : expired}
    select digest, answer from idempotency_keys
    where account_id = ${account.id} and key = ${fingerprint.key} and created_at >= ${horizon}`,
  );
  if (!replay) return null;
  if (!sameBytes(replay.digest, fingerprint.digest)) fail('idempotency_key_reused');
  const { action_id, sealed, ...answer } = replay.answer;
  const secret = typeof sealed === 'string' ? (secrets.unseal(sealed) as object) : {};
  return { output: { ...answer, ...secret } as Out, actionId: Number(action_id) };
}

/** The answer of a call that waited for a person, who has approved it since. */
async function findApproval<Out>(
  { programs, clock }: Kernel,
  caller: Caller,
  fingerprint: Fingerprint,
): Promise<StoredAnswer<Out> | null> {
  const bound = await programs.findByKey(caller, fingerprint.key, clock());
  if (!bound) return null;
  if (!sameBytes(bound.digest, fingerprint.digest)) fail('idempotency_key_reused');
  const { proposal, answer } = bound;
  if (proposal.state === 'waiting') throw new ApprovalRequired(proposal, null);
  if (!answer) fail('proposal_closed', proposal.state);
  const { action_id, ...output } = answer;
  return { output: output as Out, actionId: Number(action_id) };
}

/** Stores the answer with the key of the call. */
export const storeReplay: FinalStepSource = ({ call, ctx }, { secret }): Sql[] => {
  const { fingerprint, kernel } = call;
  if (!fingerprint) return [];
  const added = secret ? { sealed: kernel.secrets.seal(secret) } : {};
  const record = {
    account_id: ctx.account.id,
    ...fingerprint,
    answer: sql`to_jsonb(answer.*) || jsonb_build_object('action_id', audited.id) || ${JSON.stringify(added)}::jsonb`,
    created_at: ctx.now,
  };
  return [sql`replay_stored as (${idempotencyKeys.insertSelect(record)} from answer, audited)`];
};
