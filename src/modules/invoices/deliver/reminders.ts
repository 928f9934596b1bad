import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { choice, integer, object } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { queueReminders as queue } from './reminder-store.ts';

/** Each invoice is reminded of once before and once after its due date, whoever asks and however often. */
export const queueReminders = defineWrite({
  name: 'queue-reminders',
  summary: 'Queues the reminders of one kind that it is time for.',
  scope: null,
  input: object({ kind: choice(['before', 'after'])(), days: integer(1, 365)() }),
  output: z.object({ queued: z.number() }),
  async run(ctx, { kind, days }) {
    const ending = queue(ctx.account.id, kind, days, ctx.today, ctx.now);
    const done = await ctx.finishIf<{ queued: number }>({ target: ctx.account.guid, ...ending });
    return done ?? fail('invoice_not_found'); // Nothing is due, and nothing is audited.
  },
});
