import { fail } from '../../../kernel/failures/failure.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { emitOverdue, markOverdueStatement } from './overdue-store.ts';

/** The due date of unpaid invoices has passed. */
export const markOverdueInvoices = defineTransaction({
  name: 'mark-overdue-invoices',
  events: ['invoice.overdue'],
  async run(ctx) {
    emitOverdue(ctx);
    const end = markOverdueStatement(ctx.account.id, ctx.today, ctx.now);
    const done = await ctx.finishIf({ target: ctx.account.guid, ...end });
    // The refusal keeps an empty run out of the audit log.
    return done ?? fail('invoice_not_found');
  },
});
