import { MAX_WAITING, PROPOSAL_DAYS } from '../../domain/access/proposal-states.ts';
import { isUniqueViolation } from '../../kernel/database/database.ts';
import { describeEffect } from '../../kernel/effects/describe-effect.ts';
import { runTransaction } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { withoutKey } from '../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import type { NewProposal, ProgramGate } from '../../kernel/operations/program-gate.ts';
import { toWaitingProposal } from './schema.ts';
import { countWaiting, findByKey, freeKey, insertProposal } from './store.ts';
import { encodeInput } from './stored-input.ts';

/** The audit row of the proposal is that of the call: it names the write, and says that it waits. */
function defineProposal({ operation, alongside }: NewProposal) {
  return defineTransaction({
    name: operation,
    events: ['proposal.waiting', ...(alongside?.events ?? [])],
    async run(
      ctx,
      {
        agentId,
        operationKey,
        raw,
        effect,
        target,
        reasons,
        fingerprint,
        now,
      }: NewProposal & { agentId: string },
    ) {
      const waiting = (await countWaiting(ctx.tx, ctx.account.id, agentId)) ?? fail('access_revoked');
      if (waiting >= MAX_WAITING) fail('too_many_proposals', String(MAX_WAITING));
      if (fingerprint) await freeKey(ctx.tx, ctx.account.id, fingerprint.key, now);
      await alongside?.run(ctx);
      const guid = ctx.newGuid();
      const { input, files } = encodeInput(raw);
      ctx.enqueue('send-proposal-mail', { guid });
      ctx.emit('proposal.waiting', { guid, agent_id: agentId, operation });
      const insert = insertProposal({
        account_id: ctx.account.id,
        guid,
        client_id: agentId,
        operation,
        operation_key: operationKey,
        input,
        has_file: files.length > 0,
        files,
        preview: describeEffect(effect),
        reasons: [...reasons],
        target,
        ip: ctx.caller.ip,
        request_id: ctx.caller.requestId,
        idempotency_key: fingerprint?.key ?? null,
        digest: fingerprint?.digest ?? null,
        created_at: now,
        expires_at: expiryOf(now),
      });
      return ctx.finish({ target: guid, ...insert, outcome: 'approval_required', proposes: effect });
    },
  });
}

function expiryOf(now: Date): Date {
  return new Date(now.getTime() + PROPOSAL_DAYS * 24 * 3600 * 1000);
}

/** The part of the gate that keeps proposals. The kernel is wired with the gate, so it is asked for when it is needed. */
export function proposalBook(kernel: () => Kernel): Pick<ProgramGate, 'findByKey' | 'propose'> {
  const find: ProgramGate['findByKey'] = async ({ account }, key, now) => {
    const { db, policy } = kernel();
    const row = await findByKey(db, account.id, key, now);
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
      const { operation, reasons, fingerprint, now } = proposal;
      try {
        const { output, actionId } = await runTransaction(kernel(), defineProposal(proposal), caller, input);
        const expires_at = expiryOf(now).toISOString().slice(0, 19).replace('T', ' ');
        const row = {
          guid: output.guid,
          state: 'waiting' as const,
          operation,
          reasons: [...reasons],
          expires_at,
        };
        return { proposal: toWaitingProposal(kernel().policy, row), actionId };
      } catch (error) {
        // A concurrent call has proposed the same under the same key.
        const concurrent =
          fingerprint && isUniqueViolation(error, 'proposals_by_key')
            ? await find(proposal.caller, fingerprint.key, now)
            : null;
        if (!concurrent) throw error;
        if (!concurrent.digest.equals(fingerprint?.digest ?? Buffer.alloc(0))) fail('idempotency_key_reused');
        return { proposal: concurrent.proposal, actionId: null };
      }
    },
  };
}
