import { z } from 'zod';
import { integer, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { foundAgent, foundCall } from './schema.ts';
import { findCalls, findGrants } from './search-store.ts';

export const findAgents = defineRead({
  name: 'find-agents',
  summary: 'Lists the programs that may act for the account, with the time of their last call.',
  access: { scope: null },
  input: object({}),
  output: z.object({ rows: z.array(foundAgent).describe('The programs') }),
  run: async ({ db, account, today }) => ({ rows: await findGrants(db, account.id, today) }),
});

export const findAudit = defineRead({
  name: 'find-audit',
  summary: 'Lists the calls of programs, also those that were refused, newest first.',
  access: { scope: null },
  input: object({
    agent_id: text(100).optional('Only what this program did'),
    limit: integer(1, 200).optional('How many records at most; 50 when left out'),
    page: integer(1, 1_000_000).optional('Which page of that many; 1 when left out'),
  }),
  output: z.object({
    rows: z.array(foundCall).describe('The records'),
    count: out.integer('How many there are in all', 1),
  }),
  run: ({ db, account }, { agent_id, limit = 50, page = 1 }) =>
    findCalls(db, account.id, { agentId: agent_id, take: limit, skip: (page - 1) * limit }),
});
