import { decide } from '../../domain/access/proposal-states.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { longText } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { byGuid, proposal } from './schema.ts';
import { endProposal, findProposal } from './store.ts';

export const declineProposal = defineWrite({
  name: 'decline-proposal',
  summary: 'Declines a proposal of a program.',
  access: { scope: null },
  isUndoable: true,
  events: ['proposal.declined'],
  input: byGuid.extend({ reason: longText(500).optional().describe('Why; the program can read it') }),
  output: proposal.pick({ guid: true, state: true }),
  refusals: ['proposal_not_found', 'proposal_closed'],
  prepare: async ({ db, account }, { guid }) =>
    (await findProposal(db, account.id, { guid })) ?? fail('proposal_not_found'),
  async run(ctx, { guid, reason = '' }, row) {
    ctx.emit('proposal.declined', { guid, agent_id: row.client_id, operation: row.operation });
    if (!decide(row.state, 'decline')) fail('proposal_closed', row.state);
    const end = { state: 'declined' as const, reason, decidedBy: ctx.caller.person?.id ?? null };
    const ended = await ctx.finishIf({ target: guid, ...endProposal(ctx.account.id, guid, end, ctx.now) });
    if (!ended) fail('proposal_closed', 'decided');
    return { guid, state: ended.state };
  },
});
