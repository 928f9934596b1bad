import { fail } from '../../kernel/failures/failure.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { byGuid, proposal } from './schema.ts';
import { expireProposalStatement, findProposal } from './store.ts';

export const expireProposal = defineWrite({
  name: 'expire-proposal',
  summary: 'Ends a proposal that nobody decided about in time.',
  scope: null,
  isAllowedWhenClosed: true,
  events: ['proposal.expired'],
  input: byGuid,
  output: proposal.pick({ guid: true }),
  prepare: async ({ db, account }, { guid }) =>
    (await findProposal(db, account.id, { guid })) ?? fail('proposal_not_found'),
  async run(ctx, { guid }, { client_id: agent_id, operation }) {
    ctx.emit('proposal.expired', { guid, agent_id, operation });
    const end = expireProposalStatement(ctx.account.id, guid, ctx.now);
    return (await ctx.finishIf({ target: guid, ...end })) ?? fail('proposal_closed', 'decided');
  },
});
