import { COST_OUTCOMES, canDelete, canMoveToNew, canRecordOutcome } from '../../domain/cost-states.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failure.ts';
import { guid, object } from '../../kernel/fields.ts';
import { write } from '../../kernel/operation.ts';
import { type Made, made } from '../../kernel/shown.ts';
import { stateOf } from './rules.ts';
import { outcome } from './schema.ts';
import { type LockedCost, lockCost } from './store.ts';
import { deleteCost as deleteStatement, reopenCost, setOutcome } from './write-store.ts';

const byGuid = object({ guid: guid().describe('The cost') });

export const updateCost = write({
  name: 'update-cost',
  summary: 'Records what bookkeeping did with an approved cost.',
  scope: 'cost',
  input: byGuid.extend({ data: outcome }),
  output: made,
  refusals: ['cost_not_found', 'cost_outcome_refused', 'cost_not_created'],
  async run(ctx, { guid: asked, data }) {
    const to = COST_OUTCOMES.find((one) => one === data.accounting_status);
    if (!to) fail('cost_outcome_refused', COST_OUTCOMES.join(', '));
    const cost = await locked(ctx, asked);
    if (!canRecordOutcome(stateOf(cost))) fail('cost_not_created');
    const answer = setOutcome(ctx.account.id, cost.id, to, data.accounting_message ?? '', ctx.now);
    return (await ctx.finish<Made>({ target: cost.guid, answer })) ?? fail('cost_not_found');
  },
});

export const moveCostToNew = write({
  name: 'move-cost-to-new',
  summary: 'Opens an approved cost again for editing; it has to be approved anew.',
  scope: 'cost',
  input: byGuid,
  output: made,
  refusals: ['cost_not_found', 'cost_not_movable'],
  async run(ctx, input) {
    const cost = await locked(ctx, input.guid);
    if (!canMoveToNew(stateOf(cost))) fail('cost_not_movable');
    const answer = reopenCost(ctx.account.id, cost.id, ctx.now);
    return (await ctx.finish<Made>({ target: cost.guid, answer })) ?? fail('cost_not_found');
  },
});

export const deleteCost = write({
  name: 'delete-cost',
  summary: 'Deletes a cost for good, unless bookkeeping has posted it or it is being read.',
  scope: 'cost',
  input: byGuid,
  output: made,
  refusals: ['cost_not_found', 'cost_not_deletable'],
  async run(ctx, input) {
    const cost = await locked(ctx, input.guid);
    if (!canDelete(stateOf(cost))) fail('cost_not_deletable');
    const answer = deleteStatement(ctx.account.id, cost.id);
    return (await ctx.finish<Made>({ target: cost.guid, answer })) ?? fail('cost_not_found');
  },
});

async function locked(ctx: WriteContext, asked: string): Promise<LockedCost> {
  return (await lockCost(ctx.tx, ctx.account.id, asked)) ?? fail('cost_not_found');
}
