import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { object, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { revokeGrant } from './grant-store.ts';

export const revokeAgent = defineWrite({
  name: 'revoke-agent',
  summary: 'Takes back what a program was allowed; all its tokens are dead at once.',
  description:
    'Use it when a program is not needed any more or its secret has leaked. A program may revoke itself with its own token.',
  scope: null,
  events: ['agent.revoked'],
  owners: true,
  needsOwnKey: true,
  isOwnAccess: true,
  invalidates: ['account'],
  auditsAgent: ({ agent_id }) => agent_id,
  input: object({ agent_id: text(100)().describe('The program') }),
  output: z.object({ agent_id: out.text('The program') }),
  refusals: ['agent_not_found', 'own_key_required'],
  async run(ctx, { agent_id }) {
    ctx.emit('agent.revoked', { guid: agent_id, agent_id });
    const revocation = revokeGrant(ctx.account.id, agent_id, ctx.now);
    return (await ctx.finishIf({ target: agent_id, ...revocation })) ?? fail('agent_not_found');
  },
});
