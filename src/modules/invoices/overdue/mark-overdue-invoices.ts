import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { emitOverdue, markOverdueStatement } from './overdue-store.ts';

export const markOverdueInvoices = defineWrite({
  name: 'mark-overdue-invoices',
  summary: 'The due date of unpaid invoices has passed.',
  scope: null,
  events: ['invoice.overdue'],
  input: object({}),
  output: z.object({ marked: z.number() }),
  async run(ctx) {
    emitOverdue(ctx);
    const end = markOverdueStatement(ctx.account.id, ctx.today, ctx.now);
    const done = await ctx.finishIf({ target: ctx.account.guid, ...end });
    // The refusal keeps an empty run out of the audit log.
    return done ?? fail('invoice_not_found');
  },
});
