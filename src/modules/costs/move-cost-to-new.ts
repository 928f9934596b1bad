import { mayCost } from '../../domain/costs/cost-states.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { changedFields } from '../../kernel/effects/changed-fields.ts';
import { changeOf } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { costRecord } from './cost-effect.ts';
import { bookedDays, lockCostOrFail, toCostState } from './rules.ts';
import { costs } from './tables.ts';
import { reopenCost } from './write-store.ts';

export const moveCostToNew = defineWrite({
  name: 'move-cost-to-new',
  summary: 'Reopens an approved cost for changes; it must be approved again.',
  description:
    'Use it to correct a cost that was approved with wrong figures. A cost that bookkeeping has posted is refused.',
  access: { scope: 'cost', roles: BOOKING_ROLES },
  books: true,
  events: ['cost.moved'],
  input: object({ guid: guid('The cost') }),
  output: createdRecord,
  refusals: ['period_locked', 'cost_not_found', 'cost_not_movable'],
  async run(ctx, input) {
    const cost = await lockCostOrFail(ctx, input.guid);
    if (!mayCost(toCostState(cost), 'move_to_new')) fail('cost_not_movable');
    ctx.emit('cost.moved', { guid: cost.guid });
    const result = reopenCost(ctx.account.id, cost.id, ctx.now);
    const after = { accounting_status: 'New' };
    const effect = changeOf(costRecord(cost), changedFields(costs, cost, after));
    return ctx.finish({ target: cost.guid, row: recordRow, result, bookedOn: bookedDays(cost), effect });
  },
});
