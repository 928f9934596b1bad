import { z } from 'zod';
import { type Account, requireOwnKey } from '../../kernel/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { integer, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead, defineWrite } from '../../kernel/operation.ts';
import { MOST_ROWS } from '../../kernel/paging.ts';
import { scopesOf } from '../../kernel/scopes.ts';
import { auditRecord, type GrantedAgent, grantedAgent, scopesField } from './schema.ts';
import { type ClientRow, findClient, grantExactly, listAudit, listGrants, revokeGrant } from './store.ts';

/** Who may consent to it: an ordinary program serves the account that registered it, others serve anyone. */
export function serves(client: ClientRow, account: Account): boolean {
  return client.app_client || client.account_id === 0 || client.account_id === account.id;
}

export const getAgents = defineRead({
  name: 'get-agents',
  summary: 'Lists the programs that may act for the account.',
  scope: null,
  input: object({}),
  output: z.object({
    data: z.array(grantedAgent).describe('The programs'),
    total: out.integer('How many there are', 1),
  }),
  async run({ db, account }) {
    const data = await listGrants(db, account);
    return { data, total: data.length };
  },
});

export const grantAgent = defineWrite({
  name: 'grant-agent',
  summary: 'Allows a program to act for the account within scopes, without asking on a page.',
  scope: null,
  owners: true,
  invalidates: ['account'],
  auditsAgent: ({ client_id }) => client_id,
  input: object({
    client_id: text(100)().describe('The program'),
    scopes: scopesField.describe('What it may do: a list, or a text separated by commas'),
  }),
  output: grantedAgent,
  refusals: ['agent_not_found', 'own_key_required'],
  async prepare({ db, account }, { client_id, scopes }) {
    requireOwnKey(account);
    const client = await findClient(db, client_id);
    if (!client || !serves(client, account)) fail('agent_not_found');
    const missing = scopes.filter((scope) => !scopesOf(account).includes(scope));
    if (missing.length > 0) {
      fail(
        'field_invalid',
        'scopes',
        `must be within the account's plan, which lacks: ${missing.join(', ')}`,
      );
    }
  },
  async run(ctx, { client_id, scopes }) {
    const granted = grantExactly(ctx.account.id, client_id, scopes, ctx.now);
    return (await ctx.finishIf<GrantedAgent>({ target: client_id, ...granted })) ?? fail('agent_not_found');
  },
});

export const revokeAgent = defineWrite({
  name: 'revoke-agent',
  summary: 'Takes back what a program was allowed; all its tokens are dead at once.',
  scope: null,
  owners: true,
  invalidates: ['account'],
  auditsAgent: ({ agent_id }) => agent_id,
  input: object({ agent_id: text(100)().describe('The program') }),
  output: z.object({ agent_id: out.text('The program') }),
  refusals: ['agent_not_found', 'own_key_required'],
  async run(ctx, { agent_id }) {
    requireOwnKey(ctx.account);
    const result = revokeGrant(ctx.account.id, agent_id, ctx.now);
    return (
      (await ctx.finishIf<{ agent_id: string }>({ target: agent_id, result })) ?? fail('agent_not_found')
    );
  },
});

export const getAudit = defineRead({
  name: 'get-audit',
  summary: 'Lists what programs did, newest first.',
  scope: null,
  input: object({
    agent_id: text(100).optional().describe('Only what this program did'),
    own: text(100)
      .optional()
      .describe('The program that asks, if it is one: it sees only what it did itself'),
    limit: integer(1, 200).optional().describe('How many records at most; 50 when left out'),
    page: integer(1, MOST_ROWS).optional().describe('Which page of that many; 1 when left out'),
  }),
  output: z.object({
    data: z.array(auditRecord).describe('The records'),
    total: out.integer('How many there are', 1),
    page: out.integer('Which page this is', 1),
    limit: out.integer('How many records a page has', 50),
  }),
  async run({ db, account }, { agent_id, own, limit = 50, page = 1 }) {
    const found = await listAudit(db, account.id, {
      ...(agent_id && { agentId: agent_id }),
      ...(own && { own }),
      take: limit,
      skip: (page - 1) * limit,
    });
    return { ...found, page, limit };
  },
});
