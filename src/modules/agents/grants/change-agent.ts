import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { flag, object, text } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { STOP_EVENTS } from '../../../kernel/operations/program-gate.ts';
import { requireActiveOwner } from '../../people/members/rules.ts';
import { grantedAgent, limitsInput, openDocuments } from '../schema.ts';
import { changeGrant } from './grant-store.ts';
import { freezeSetups } from './rules.ts';

export const changeAgent = defineWrite({
  name: 'change-agent',
  summary: 'Changes the limits of a program, or freezes it.',
  description:
    'Send only what changes. While a program is frozen, each of its calls is refused and the recurring invoices that it created are paused; its proposals stay open. Lifting the freeze resumes these recurring invoices from their next date. A token cannot change limits.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: ['agent.limits_changed', 'agent.frozen', 'agent.unfrozen', ...STOP_EVENTS],
  invalidates: ['account'],
  auditsAgent: ({ agent_id }) => agent_id,
  input: object({
    agent_id: text(100)('The program'),
    limits: limitsInput.optional().describe('The limits to change; null takes a bound away'),
    frozen: flag.optional('true: all its calls are refused'),
    open_documents: openDocuments,
  }),
  output: grantedAgent,
  refusals: ['agent_not_found', 'own_key_required'],
  async run(ctx, { agent_id, open_documents, ...changes }) {
    const { limits, frozen } = changes;
    // A blank mode counts as not sent, but its key is there.
    const namesLimit = Object.values(limits ?? {}).some((value) => value !== undefined);
    if (frozen === undefined && !namesLimit) fail('field_required', 'limits');
    await requireActiveOwner(ctx);
    const about = { guid: agent_id, agent_id };
    if (namesLimit) ctx.emit('agent.limits_changed', about);
    if (frozen !== undefined) ctx.emit(frozen ? 'agent.frozen' : 'agent.unfrozen', about);
    await freezeSetups(ctx, agent_id, { frozen, open_documents });
    // The log tells freezing from other changes.
    const action =
      frozen === undefined || namesLimit ? {} : { action: frozen ? 'freeze-agent' : 'unfreeze-agent' };
    const change = changeGrant(ctx.account.id, agent_id, changes, ctx.now);
    return (await ctx.finishIf({ target: agent_id, ...change, ...action })) ?? fail('agent_not_found');
  },
});
