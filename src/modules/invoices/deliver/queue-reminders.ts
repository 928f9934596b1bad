import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { choice, integer, object } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { queueRemindersStatement } from './reminder-store.ts';

/** Each invoice gets one reminder before and one after its due date, however often this runs. */
export const queueReminders = defineWrite({
  name: 'queue-reminders',
  summary: 'Queues the reminders of one kind that it is time for.',
  scope: null,
  events: [],
  input: object({ kind: choice(['before', 'after'])(), days: integer(1, 365)() }),
  output: z.object({ queued: z.number() }),
  async run(ctx, { kind, days }) {
    const end = queueRemindersStatement(ctx.account.id, kind, days, ctx.today, ctx.now);
    const done = await ctx.finishIf({ target: ctx.account.guid, ...end });
    // Nothing is due: the refusal keeps an empty run out of the audit log.
    return done ?? fail('invoice_not_found');
  },
});
