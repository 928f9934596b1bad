import { COST_OUTCOMES, mayCost } from '../../domain/costs/cost-states.ts';
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
import { outcome } from './schema.ts';
import { costs } from './tables.ts';
import { setOutcome } from './write-store.ts';

export const updateCost = defineWrite({
  name: 'update-cost',
  summary: 'Records the result of bookkeeping for an approved cost.',
  description:
    'Bookkeeping reports `Posted`, `Skipped` or `Error` after it has read a cost. `Posted` is final.',
  access: { scope: 'cost', roles: BOOKING_ROLES },
  books: true,
  events: ['cost.updated'],
  input: object({ guid: guid('The cost'), data: outcome }),
  output: createdRecord,
  refusals: ['period_locked', 'cost_not_found', 'cost_outcome_refused', 'cost_not_created'],
  async run(ctx, { guid: costGuid, data }) {
    const to = COST_OUTCOMES.find((one) => one === data.accounting_status);
    if (!to) fail('cost_outcome_refused', COST_OUTCOMES.join(', '));
    const cost = await lockCostOrFail(ctx, costGuid);
    if (!mayCost(toCostState(cost), 'record_outcome')) fail('cost_not_created');
    ctx.emit('cost.updated', { guid: cost.guid, accounting_status: to });
    const { accounting_message = '' } = data;
    const result = setOutcome(ctx.account.id, cost.id, to, accounting_message, ctx.now);
    const after = { accounting_status: to, accounting_message };
    const effect = changeOf(costRecord(cost), changedFields(costs, cost, after));
    // A cost that is posted stays in the books; one that bookkeeping refuses is taken out of them.
    const bookedOn = to === 'Posted' ? [] : bookedDays(cost);
    return ctx.finish({ target: cost.guid, row: recordRow, result, bookedOn, effect });
  },
});
