import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { queueRemindersStatement } from './reminder-store.ts';

/** Each invoice gets one reminder before and one after its due date, however often this runs. */
export const queueReminders = defineTransaction({
  name: 'queue-reminders',
  events: [],
  async run(ctx, { kind, days }: { kind: 'before' | 'after'; days: number }) {
    const end = queueRemindersStatement(ctx.account.id, kind, days, ctx.today, ctx.now);
    const done = await ctx.finishIf({ target: ctx.account.guid, ...end });
    // Nothing is due: the refusal keeps an empty run out of the audit log.
    return done ?? fail('invoice_not_found');
  },
});
