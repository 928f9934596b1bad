import { widerLimits } from '../../../domain/access/program-limits.ts';
import { describeEffect, effectDigest } from '../../../kernel/effects/describe-effect.ts';
import type { Effect } from '../../../kernel/effects/effect.ts';
import type { EffectDescription } from '../../../kernel/effects/effect-schema.ts';
import { runTransaction, runWrite } from '../../../kernel/execute.ts';
import { Failure, fail, failure } from '../../../kernel/failures/failure.ts';
import { text } from '../../../kernel/fields/input-fields.ts';
import type { Approval, Caller, PersonCaller } from '../../../kernel/operations/caller.ts';
import { withoutKey } from '../../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { asTransaction, defineAction } from '../../../kernel/operations/operation.ts';
import { checkPermission } from '../../../kernel/operations/permission.ts';
import { changeAgent } from '../../agents/grants/change-agent.ts';
import { findGrant } from '../../agents/grants/grant-store.ts';
import { type LimitsInput, limitsInput } from '../../agents/schema.ts';
import { toProblems } from '../problems.ts';
import {
  completeProposal,
  type ExecutableProposal,
  findExecutable,
  findProposal,
  noteRefusal,
} from './proposal-store.ts';
import { findWaiting, rehearseProposal } from './rehearse-proposal.ts';
import { byGuid, proposal, toProgramAnswer } from './schema.ts';

/** The write would do something else than the person has looked at. Surfaces show the new preview. */
export class ProposalChanged extends Failure {
  readonly preview: EffectDescription;
  readonly seen: string;

  constructor(preview: EffectDescription) {
    const { code, message } = failure('proposal_changed');
    super(code, message);
    this.preview = preview;
    this.seen = effectDigest(preview);
  }
}

export const approveProposal = defineAction({
  name: 'approve-proposal',
  summary: 'Approves a proposal of a program, and runs it as it was shown.',
  input: byGuid.extend({
    seen: text(100)('Digest of the preview that the person saw'),
    limits: limitsInput
      .optional()
      .describe('For owners: limits of the program to raise after the approval; none is lowered'),
  }),
  output: proposal.pick({ guid: true, state: true, result: true }),
  refusals: ['proposal_not_found', 'proposal_closed', 'proposal_changed', 'proposal_orphaned'],
  async run(kernel: Kernel, caller, { guid, seen, limits }) {
    checkMayRaise(limits, caller);
    const { account } = caller;
    const found = (await findExecutable(kernel.db, account.id, guid)) ?? fail('proposal_not_found');
    if (found.state === 'waiting') {
      checkProgram(found, caller);
      try {
        await carryOut(kernel, found, caller, seen);
      } catch (error) {
        // Pressed twice: the first one has done it, and this one answers the same.
        if (!(await isApproved(kernel, account.id, guid)))
          throw await recordRefusal(kernel, account.id, guid, error);
      }
    }
    const row = (await findProposal(kernel.db, account.id, { guid })) ?? fail('proposal_not_found');
    if (row.state !== 'approved' || !row.answer) fail('proposal_closed', row.state);
    // After the approval, so that a refused one leaves the limits as they are.
    if (limits) await raiseLimits(kernel, caller, row.client_id, limits);
    return {
      guid,
      state: row.state,
      result: toProgramAnswer(kernel.programOperations, row.operation_key, row.answer),
    };
  },
  async rehearse(kernel, caller, { guid, seen, limits }) {
    checkMayRaise(limits, caller);
    const found = await findWaiting(kernel, caller, guid);
    checkProgram(found, caller);
    await checkPreview(kernel, found, caller, seen);
  },
});

/** Declining always works; approving needs the program to be connected, and an owner while it is frozen. */
function checkProgram(
  { scopes, is_frozen }: Pick<ExecutableProposal, 'scopes' | 'is_frozen'>,
  { person }: Caller,
): void {
  if (!scopes) fail('proposal_orphaned');
  if (is_frozen && person?.role !== 'owner') fail('owner_required');
}

function checkMayRaise(limits: LimitsInput | undefined, { person }: Caller): void {
  if (limits && person?.role !== 'owner') fail('owner_required');
}

const RAISE_LIMITS = asTransaction(changeAgent);

/** An approval that is repeated may find the program disconnected, or with the limits raised already. */
async function raiseLimits(
  kernel: Kernel,
  caller: Caller,
  agentId: string,
  wanted: LimitsInput,
): Promise<void> {
  const grant = await findGrant(kernel.db, caller.account.id, agentId);
  const limits = grant && widerLimits(grant.limits, wanted);
  if (!limits || Object.keys(limits).length === 0) return;
  await runTransaction(kernel, RAISE_LIMITS, withoutKey(caller), { agent_id: agentId, limits });
}

async function isApproved(kernel: Kernel, accountId: number, guid: string): Promise<boolean> {
  return (await findProposal(kernel.db, accountId, { guid }))?.state === 'approved';
}

/** A refusal by a rule of the write is kept with the proposal, which goes on waiting. */
async function recordRefusal(
  kernel: Kernel,
  accountId: number,
  guid: string,
  error: unknown,
): Promise<unknown> {
  const isOfTheWrite = error instanceof Failure && !OWN_CODES.has(error.code);
  if (isOfTheWrite) await noteRefusal(kernel.db, accountId, guid, toProblems(error));
  return error;
}

const OWN_CODES: ReadonlySet<string> = new Set([
  'proposal_changed',
  'proposal_closed',
  'proposal_orphaned',
  'proposal_not_found',
  'owner_required',
]);

/** What the write would do now, compared with what the person has looked at. */
async function checkPreview(kernel: Kernel, found: ExecutableProposal, caller: Caller, seen: string) {
  const check = (effect: Effect | null) => {
    if (!effect) throw new Error('An operation that programs call describes its effect');
    const preview = describeEffect(effect);
    if (effectDigest(preview) !== seen) throw new ProposalChanged(preview);
  };
  const { effect, ...rehearsed } = await rehearseProposal(kernel, found, caller);
  check(effect);
  return { ...rehearsed, check };
}

async function carryOut(
  kernel: Kernel,
  found: ExecutableProposal,
  caller: PersonCaller,
  seen: string,
): Promise<void> {
  const { account, person } = caller;
  // A write may call services outside before its transaction, so what it would do is compared before that too.
  const { operation, raw, check, program } = await checkPreview(kernel, found, caller, seen);
  const approval: Approval = {
    async begin(tx) {
      const locked =
        (await findExecutable(tx, account.id, found.guid, { isLocked: true })) ?? fail('proposal_not_found');
      if (locked.state !== 'waiting') fail('proposal_closed', locked.state);
      // An owner may have frozen the program or taken a scope from it since the preview was made.
      checkProgram(locked, caller);
      checkPermission(operation, { ...program, scopes: locked.scopes ?? [] });
    },
    check,
    event: { guid: found.guid, agent_id: found.client_id, operation: found.operation },
    complete: (now) => completeProposal(account.id, found.guid, person.id, now),
  };
  await runWrite(kernel, operation, { ...program, approval }, raw);
}
