import { COST_OUTCOMES, canDelete, canMoveToNew, canRecordOutcome } from '../../domain/cost-states.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { stateOf } from './rules.ts';
import { outcome } from './schema.ts';
import { type LockedCost, lockCost } from './store.ts';
import { deleteCost as deleteStatement, reopenCost, setOutcome } from './write-store.ts';

const byGuid = object({ guid: guid().describe('The cost') });

export const updateCost = defineWrite({
  name: 'update-cost',
  summary: 'Records what bookkeeping did with an approved cost.',
  scope: 'cost',
  input: byGuid.extend({ data: outcome }),
  output: createdRecord,
  refusals: ['cost_not_found', 'cost_outcome_refused', 'cost_not_created'],
  async run(ctx, { guid: asked, data }) {
    const to = COST_OUTCOMES.find((one) => one === data.accounting_status);
    if (!to) fail('cost_outcome_refused', COST_OUTCOMES.join(', '));
    const cost = await locked(ctx, asked);
    if (!canRecordOutcome(stateOf(cost))) fail('cost_not_created');
    const result = setOutcome(ctx.account.id, cost.id, to, data.accounting_message ?? '', ctx.now);
    return (await ctx.finishIf<CreatedRecord>({ target: cost.guid, result })) ?? fail('cost_not_found');
  },
});

export const moveCostToNew = defineWrite({
  name: 'move-cost-to-new',
  summary: 'Opens an approved cost again for editing; it has to be approved anew.',
  scope: 'cost',
  input: byGuid,
  output: createdRecord,
  refusals: ['cost_not_found', 'cost_not_movable'],
  async run(ctx, input) {
    const cost = await locked(ctx, input.guid);
    if (!canMoveToNew(stateOf(cost))) fail('cost_not_movable');
    const result = reopenCost(ctx.account.id, cost.id, ctx.now);
    return (await ctx.finishIf<CreatedRecord>({ target: cost.guid, result })) ?? fail('cost_not_found');
  },
});

export const deleteCost = defineWrite({
  name: 'delete-cost',
  summary: 'Deletes a cost for good, unless bookkeeping has posted it or it is being read.',
  scope: 'cost',
  input: byGuid,
  output: createdRecord,
  refusals: ['cost_not_found', 'cost_not_deletable'],
  async run(ctx, input) {
    const cost = await locked(ctx, input.guid);
    if (!canDelete(stateOf(cost))) fail('cost_not_deletable');
    const result = deleteStatement(ctx.account.id, cost.id);
    return (await ctx.finishIf<CreatedRecord>({ target: cost.guid, result })) ?? fail('cost_not_found');
  },
});

async function locked(ctx: WriteContext, asked: string): Promise<LockedCost> {
  return (await lockCost(ctx.tx, ctx.account.id, asked)) ?? fail('cost_not_found');
}
