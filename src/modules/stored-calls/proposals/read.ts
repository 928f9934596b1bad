import { z } from 'zod';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { countProposals, findProposal, listProposals } from './proposal-store.ts';
import { byGuid, proposal, proposalFilter, toProposal } from './schema.ts';

const DEFAULT_LIMIT = 50;

/** A program sees only its own; everybody else of the account sees all. */
function ownOnly({ caller }: ReadContext): { clientId?: string } {
  return caller.by === 'program' ? { clientId: caller.agentId } : {};
}

export const getProposals = defineRead({
  name: 'get-proposals',
  summary: 'Lists the proposals of programs that need the approval of a person, newest first.',
  description:
    'A program sees only its own proposals. People decide in the console; no key or token can approve one.',
  access: { scope: 'any' },
  input: object(proposalFilter),
  output: z.object({
    rows: z.array(proposal).describe('The proposals'),
    total: out.integer('How many there are in all', 1),
  }),
  async run(ctx, { state, limit = DEFAULT_LIMIT, page = 1 }) {
    const filter = { state, ...ownOnly(ctx) };
    const paging = { take: limit, skip: (page - 1) * limit };
    const rows = await listProposals(ctx.db, ctx.account.id, filter, paging);
    return {
      rows: rows.map((row) => toProposal(ctx, row)),
      total: await countProposals(ctx.db, ctx.account.id, filter),
    };
  },
});

export const getProposal = defineRead({
  name: 'get-proposal',
  summary: 'Reads one proposal, with the answer of the write after its approval.',
  description: 'Use it to follow a write that was answered with 202.',
  access: { scope: 'any' },
  input: byGuid,
  output: proposal,
  refusals: ['proposal_not_found'],
  async run(ctx, { guid }) {
    const row = await findProposal(ctx.db, ctx.account.id, { guid, ...ownOnly(ctx) });
    return row ? toProposal(ctx, row) : fail('proposal_not_found');
  },
});

/**
 * What the operation of an approved proposal returned; null before the approval. For surfaces whose answers have another
 * shape than those of the agent API, after they have read the proposal.
 */
export async function findApprovedOutput(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<{ output: Record<string, unknown>; actionId: number } | null> {
  const row = await findProposal(db, accountId, { guid });
  if (!row?.answer) return null;
  const { action_id, ...output } = row.answer;
  return { output, actionId: Number(action_id) };
}
