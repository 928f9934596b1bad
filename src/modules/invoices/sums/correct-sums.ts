import { correctSumsStatement, type RunningSums } from '../../../kernel/database/running-sums.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';

/** Running sums differ from the records that they are of. */
export const correctSums = defineTransaction({
  name: 'correct-sums',
  events: [],
  async run(ctx, all: readonly RunningSums[]) {
    const end = correctSumsStatement(ctx.account.id, all);
    const done = await ctx.finishIf({ target: ctx.account.guid, ...end });
    // The refusal keeps a run without any out of the audit log.
    return done ?? fail('invoice_not_found');
  },
});
