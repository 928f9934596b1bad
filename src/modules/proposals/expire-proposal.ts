import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { expireProposalStatement, findProposal } from './store.ts';

/** Ends a proposal that nobody decided about in time. */
export const expireProposal = defineTransaction({
  name: 'expire-proposal',
  isAllowedWhenClosed: true,
  events: ['proposal.expired'],
  prepare: async ({ db, account }, { guid }: { guid: string }) =>
    (await findProposal(db, account.id, { guid })) ?? fail('proposal_not_found'),
  async run(ctx, { guid }: { guid: string }, { client_id: agent_id, operation }) {
    ctx.emit('proposal.expired', { guid, agent_id, operation });
    const end = expireProposalStatement(ctx.account.id, guid, ctx.now);
    return (await ctx.finishIf({ target: guid, ...end })) ?? fail('proposal_closed', 'decided');
  },
});
