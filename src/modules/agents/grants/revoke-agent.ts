import { z } from 'zod';
import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { object, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { STOP_EVENTS } from '../../../kernel/operations/program-gate.ts';
import { openDocuments } from '../schema.ts';
import { revokeGrant } from './grant-store.ts';

export const revokeAgent = defineWrite({
  name: 'revoke-agent',
  summary: 'Revokes the grant of a program; all its tokens stop working at once.',
  description:
    'Use it when a program is no longer needed or its secret has leaked. The recurring invoices that the program created are paused, and its open proposals are declined. A program may revoke its own grant with its token.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true, isOwnAccess: true },
  events: ['agent.revoked', ...STOP_EVENTS],
  invalidates: ['account'],
  auditsAgent: ({ agent_id }) => agent_id,
  input: object({ agent_id: text(100)('The program'), open_documents: openDocuments }),
  output: z.object({ agent_id: out.own('The program') }),
  refusals: ['agent_not_found', 'own_key_required'],
  async run(ctx, { agent_id, open_documents }) {
    ctx.emit('agent.revoked', { guid: agent_id, agent_id });
    const closesDocuments = open_documents === 'close';
    await ctx.setups.stop(ctx, agent_id, { why: 'revoked', closesDocuments });
    const revocation = revokeGrant(ctx.account.id, agent_id, ctx.now);
    return (await ctx.finishIf({ target: agent_id, ...revocation })) ?? fail('agent_not_found');
  },
});
