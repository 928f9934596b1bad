import { mayCost } from '../../domain/costs/cost-states.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { deletionOf } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { costRecord } from './cost-effect.ts';
import { bookedDays, checkPaid, EMPTY_COST, lockCostOrFail, toCostState } from './rules.ts';
import { deleteCostStatement } from './write-store.ts';

export const deleteCost = defineWrite({
  name: 'delete-cost',
  summary: 'Deletes a cost that bookkeeping has not posted and that is not being read.',
  description: 'Its attachment is deleted too. This cannot be undone.',
  access: { scope: 'cost', roles: BOOKING_ROLES },
  isUndoable: true,
  books: true,
  events: ['cost.deleted'],
  input: object({ guid: guid('The cost') }),
  output: createdRecord,
  refusals: ['period_locked', 'cost_not_found', 'cost_not_deletable', 'cost_paid'],
  async run(ctx, input) {
    const cost = await lockCostOrFail(ctx, input.guid);
    if (!mayCost(toCostState(cost), 'delete')) fail('cost_not_deletable');
    checkPaid(cost, EMPTY_COST);
    ctx.emit('cost.deleted', { guid: cost.guid });
    const result = deleteCostStatement(ctx.account.id, cost.id);
    const effect = deletionOf(costRecord(cost), [{ name: 'amount', from: cost.amount, to: null }]);
    return ctx.finish({ target: cost.guid, row: recordRow, result, bookedOn: bookedDays(cost), effect });
  },
});
