import { MAX_WAITING, PROPOSAL_DAYS } from '../../../domain/access/stored-call-states.ts';
import { isUniqueViolation } from '../../../kernel/database/database.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { withoutKey } from '../../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import type { NewProposal, ProgramGate } from '../../../kernel/operations/program-gate.ts';
import { newCall } from '../new-call.ts';
import { countWaiting, findProposalByKey, freeKey, insertProposal } from './proposal-store.ts';
import { toWaitingProposal } from './schema.ts';

/** The audit row of the proposal is that of the call: it names the write, and says that it waits. */
function defineProposal({ operation, alongside }: NewProposal) {
  return defineTransaction({
    name: operation,
    events: ['proposal.waiting', ...(alongside?.events ?? [])],
    async run(ctx, proposal: NewProposal & { agentId: string }) {
      const { agentId, effect, reasons, fingerprint, now } = proposal;
      const waiting = (await countWaiting(ctx.tx, ctx.account.id, agentId)) ?? fail('access_revoked');
      if (waiting >= MAX_WAITING) fail('too_many_proposals', String(MAX_WAITING));
      if (fingerprint) await freeKey(ctx.tx, ctx.account.id, fingerprint.key, now);
      await alongside?.run(ctx);
      const dueAt = new Date(now.getTime() + PROPOSAL_DAYS * 24 * 3600 * 1000);
      const call = {
        ...newCall(ctx, { ...proposal, dueAt }),
        waits_for: 'person' as const,
        client_id: agentId,
        reasons,
        idempotency_key: fingerprint?.key ?? null,
        digest: fingerprint?.digest ?? null,
      };
      ctx.enqueue('send-proposal-mail', { guid: call.guid });
      ctx.emit('proposal.waiting', { guid: call.guid, agent_id: agentId, operation });
      const end = { target: call.guid, outcome: 'approval_required', proposes: effect };
      return ctx.finish({ ...insertProposal(call), ...end });
    },
  });
}

/** The part of the gate that keeps proposals. The kernel is wired with the gate, so it is asked for when it is needed. */
export function proposalBook(kernel: () => Kernel): Pick<ProgramGate, 'findByKey' | 'propose'> {
  const find: ProgramGate['findByKey'] = async ({ account }, key, now) => {
    const { db, policy } = kernel();
    const row = await findProposalByKey(db, account.id, key, now);
    if (!row) return null;
    return {
      proposal: toWaitingProposal(policy, row),
      digest: row.digest ?? Buffer.alloc(0),
      answer: row.answer,
    };
  };
  return {
    findByKey: find,
    async propose(proposal) {
      const { limits: _limits, scopes: _scopes, ...caller } = withoutKey(proposal.caller);
      const input = { ...proposal, agentId: caller.agentId ?? '' };
      const { fingerprint, now } = proposal;
      try {
        const { output, actionId } = await runTransaction(kernel(), defineProposal(proposal), caller, input);
        return { proposal: toWaitingProposal(kernel().policy, output), actionId };
      } catch (error) {
        // A concurrent call has proposed the same under the same key.
        const concurrent =
          fingerprint && isUniqueViolation(error, 'stored_calls_by_key')
            ? await find(proposal.caller, fingerprint.key, now)
            : null;
        if (!concurrent) throw error;
        if (!concurrent.digest.equals(fingerprint?.digest ?? Buffer.alloc(0))) fail('idempotency_key_reused');
        return { proposal: concurrent.proposal, actionId: null };
      }
    },
  };
}
