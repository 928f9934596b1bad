import { CALL_ENDS } from '../../../domain/access/stored-call-states.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { longText } from '../../../kernel/fields/input-fields.ts';
import type { ProgramSetups, WriteContext } from '../../../kernel/operations/context.ts';
import { defineTransaction, defineWrite } from '../../../kernel/operations/operation.ts';
import { endCalls, endedCall } from '../store.ts';
import { findProposal, type ProposalRow } from './proposal-store.ts';
import { byGuid, proposal } from './schema.ts';

interface Ending {
  end: 'decline' | 'withdraw' | 'expire';
  reason?: string;
  dueBy?: Date;
}

/** Ends a proposal that waits, and says so in an event. */
async function endProposal(
  ctx: WriteContext,
  { guid, client_id, operation, state }: ProposalRow,
  { end, reason, dueBy }: Ending,
) {
  const { to } = CALL_ENDS[end];
  ctx.emit(`proposal.${to}`, { guid, agent_id: client_id, operation });
  if (state !== 'waiting') fail('proposal_closed', state);
  const ending = { ...(reason !== undefined && { reason }), decided_by: ctx.caller.person?.id ?? null };
  const which = { guids: [guid], ...(dueBy && { dueBy }) };
  const result = endCalls(ctx.account.id, end, which, ctx.now, ending);
  if (!(await ctx.finishIf({ target: guid, row: endedCall, result }))) fail('proposal_closed', 'decided');
  return { guid, state: to };
}

export const declineProposal = defineWrite({
  name: 'decline-proposal',
  summary: 'Declines a proposal of a program.',
  access: { scope: null },
  isUndoable: true,
  events: ['proposal.declined'],
  input: byGuid.extend({ reason: longText(500).optional('Why; the program can read it') }),
  output: proposal.pick({ guid: true, state: true }),
  refusals: ['proposal_not_found', 'proposal_closed'],
  prepare: async ({ db, account }, { guid }) =>
    (await findProposal(db, account.id, { guid })) ?? fail('proposal_not_found'),
  run: (ctx, { reason = '' }, row) => endProposal(ctx, row, { end: 'decline', reason }),
});

export const withdrawProposal = defineWrite({
  name: 'withdraw-proposal',
  summary: 'Withdraws a proposal that this program made.',
  description:
    'The program can withdraw it until somebody has decided, also while the program is frozen or may only read.',
  access: { scope: 'any', isOwnAccess: true },
  events: ['proposal.withdrawn'],
  input: byGuid,
  output: proposal.pick({ guid: true, state: true }),
  refusals: ['proposal_not_found', 'proposal_closed'],
  prepare: async ({ db, account, caller }, { guid }) =>
    (await findProposal(db, account.id, { guid, clientId: caller.agentId ?? '' })) ??
    fail('proposal_not_found'),
  run: (ctx, _input, row) => endProposal(ctx, row, { end: 'withdraw' }),
});

/** Ends a proposal that nobody decided about in time. */
export const expireProposal = defineTransaction({
  name: 'expire-proposal',
  isAllowedWhenClosed: true,
  events: ['proposal.expired'],
  prepare: async ({ db, account }, { guid }: { guid: string }) =>
    (await findProposal(db, account.id, { guid })) ?? fail('proposal_not_found'),
  run: (ctx, _input: { guid: string }, row) => endProposal(ctx, row, { end: 'expire', dueBy: ctx.now }),
});

/** What a program has set up and what it has proposed: nobody could approve that without the program. */
export function withProposals(setups: ProgramSetups): ProgramSetups {
  return {
    ...setups,
    async stop(ctx, agentId, how) {
      await setups.stop(ctx, agentId, how);
      if (how.why !== 'revoked') return;
      const ending = { reason: 'The program was disconnected' };
      const result = endCalls(ctx.account.id, 'decline', { clientId: agentId }, ctx.now, ending);
      for (const { guid, operation } of await ctx.tx.query(endedCall, result))
        ctx.emit('proposal.declined', { guid, agent_id: agentId, operation });
    },
  };
}
