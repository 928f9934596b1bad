import { decide } from '../../domain/access/proposal-states.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { byGuid, proposal } from './schema.ts';
import { endProposal, findProposal } from './store.ts';

export const withdrawProposal = defineWrite({
  name: 'withdraw-proposal',
  summary: 'Withdraws a proposal of the program itself.',
  description: 'Possible until somebody has decided, also while the program is frozen or may only read.',
  access: { scope: 'any', isOwnAccess: true },
  events: ['proposal.withdrawn'],
  input: byGuid,
  output: proposal.pick({ guid: true, state: true }),
  refusals: ['proposal_not_found', 'proposal_closed'],
  prepare: async ({ db, account, caller }, { guid }) =>
    (await findProposal(db, account.id, { guid, clientId: caller.agentId ?? '' })) ??
    fail('proposal_not_found'),
  async run(ctx, { guid }, row) {
    const clientId = ctx.caller.agentId ?? '';
    ctx.emit('proposal.withdrawn', { guid, agent_id: clientId, operation: row.operation });
    if (!decide(row.state, 'withdraw')) fail('proposal_closed', row.state);
    const end = { state: 'withdrawn' as const, reason: '', decidedBy: null, clientId };
    const ended = await ctx.finishIf({ target: guid, ...endProposal(ctx.account.id, guid, end, ctx.now) });
    if (!ended) fail('proposal_closed', 'decided');
    return { guid, state: ended.state };
  },
});
