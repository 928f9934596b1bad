import { z } from 'zod';
import { integer, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { MAX_ROWS } from '../../kernel/operations/paging.ts';
import { listAudit } from './audit-store.ts';
import { listGrants } from './grants/grant-store.ts';
import { auditPage, grantedAgent } from './schema.ts';

export const getAgents = defineRead({
  name: 'get-agents',
  summary: 'Lists the programs that may act for the account.',
  description: 'Each row has the scopes of the program and the time of the consent.',
  access: { scope: null },
  input: object({}),
  output: z.object({
    data: z.array(grantedAgent).describe('The programs'),
    total: out.integer('How many there are', 1),
  }),
  async run({ db, account }) {
    const data = await listGrants(db, account.id);
    return { data, total: data.length };
  },
});

export const getAudit = defineRead({
  name: 'get-audit',
  summary: 'Lists the calls of programs, newest first.',
  description:
    'Use it to see what a program did, when, and from which address. A program sees only its own calls.',
  access: { scope: null },
  input: object({
    agent_id: text(100).optional('Only what this program did'),
    action_id: integer(1, Number.MAX_SAFE_INTEGER).optional(
      'Only the call that was answered with this action_id',
    ),
    own: text(100).optional('The program that asks, if it is one: it sees only what it did itself'),
    limit: integer(1, 200).optional('How many records at most; 50 when left out'),
    page: integer(1, MAX_ROWS).optional('Which page of that many; 1 when left out'),
  }),
  output: auditPage,
  async run({ db, account, caller }, { agent_id, action_id, own, limit = 50, page = 1 }) {
    const filter = {
      ...(agent_id && { agentId: agent_id }),
      ...(action_id && { actionId: action_id }),
      ...(own && { own }),
      ...(page > 1 && { continues: { agentId: caller.agentId ?? null } }),
    };
    const found = await listAudit(db, account.id, filter, { take: limit, skip: (page - 1) * limit });
    return { ...found, page, limit };
  },
});
