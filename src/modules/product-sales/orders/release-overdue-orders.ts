import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { guid, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { findSale } from '../store.ts';
import { queueReleases } from './release-store.ts';

export const releaseOverdueOrders = defineWrite({
  name: 'release-overdue-orders',
  summary: 'Cancels all unpaid orders of a product sale that are past their due date.',
  access: { scope: null },
  isUndoable: true,
  events: [],
  input: object({ guid: guid('The sale') }),
  output: z.object({ queued: out.integer('Number of orders that are cancelled', 3) }),
  refusals: ['product_sale_not_found', 'release_refused'],
  async prepare(ctx, { guid: sale }) {
    const found = await findSale(ctx.db, ctx.account.id, sale);
    if (!found) fail('product_sale_not_found');
  },
  async run(ctx, { guid: sale }) {
    const statement = queueReleases(ctx.account.id, sale, ctx.today, ctx.now);
    const done = await ctx.finishIf({ target: sale, ...statement });
    return done ?? fail('release_refused', violation('release_none'));
  },
});
