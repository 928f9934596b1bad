import { defaultLimits } from '../../../domain/access/program-limits.ts';
import { OWNERS } from '../../../kernel/access/access.ts';
import { scopesOf } from '../../../kernel/access/scopes.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { flag, object, text } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { STOP_EVENTS } from '../../../kernel/operations/program-gate.ts';
import { requireActiveOwner } from '../../people/members/rules.ts';
import { findClient } from '../clients/client-store.ts';
import { grantedAgent, limitsInput, openDocuments, scopesField } from '../schema.ts';
import { replaceGrant } from './grant-store.ts';
import { canServe, freezeSetups } from './rules.ts';

export const grantAgent = defineWrite({
  name: 'grant-agent',
  summary: 'Grants a program scopes on the account, without the consent page.',
  description:
    'Use it for a program that the account sets up itself, where no person consents in a browser. A second grant replaces the scopes of the program, and changes the limits that are sent.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: ['agent.connected', ...STOP_EVENTS],
  invalidates: ['account'],
  auditsAgent: ({ client_id }) => client_id,
  input: object({
    client_id: text(100, { examples: ['0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'] })('The program'),
    scopes: scopesField.describe('What it may do: a list, or a text separated by commas'),
    limits: limitsInput.optional().describe('What it may do without asking a person; what is left out stays'),
    frozen: flag.optional('Whether all its calls are refused'),
    open_documents: openDocuments,
  }),
  output: grantedAgent,
  refusals: ['agent_not_found', 'own_key_required'],
  async prepare({ db, account }, { client_id, scopes }) {
    const client = await findClient(db, client_id);
    if (!client || !canServe(client, account)) fail('agent_not_found');
    const limits = defaultLimits({ isSelfRegistered: client.account_id === 0 });
    const missing = scopes.filter((scope) => !scopesOf(account).includes(scope));
    if (missing.length > 0) {
      fail(
        'field_invalid',
        'scopes',
        `must be within the account's plan, which lacks: ${missing.join(', ')}`,
      );
    }
    return limits;
  },
  async run(ctx, { client_id, scopes, open_documents, ...changes }, limits) {
    const grantedBy = ctx.caller.person?.id ?? null;
    await requireActiveOwner(ctx);
    ctx.emit('agent.connected', { guid: client_id, agent_id: client_id });
    await freezeSetups(ctx, client_id, { frozen: changes.frozen, open_documents });
    const grant = replaceGrant(
      { accountId: ctx.account.id, clientId: client_id, scopes, grantedBy, limits, changes },
      ctx.now,
    );
    return (await ctx.finishIf({ target: client_id, ...grant })) ?? fail('agent_not_found');
  },
});
