import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { lockQuotesToRemind, markReminded } from './quote-store.ts';

/** Each quote gets one reminder, however often this runs. A new last day makes it due for another. */
export const queueQuoteReminders = defineWrite({
  name: 'queue-quote-reminders',
  summary: 'Queues the reminders of quotes that expire soon.',
  scope: null,
  events: [],
  input: object({}),
  output: z.object({ queued: z.number() }),
  async run(ctx) {
    const due = await lockQuotesToRemind(ctx.tx, ctx.account.id, ctx.today);
    // The refusal keeps an empty run out of the audit log.
    if (due.length === 0) fail('quote_not_found');
    for (const { guid } of due)
      ctx.enqueue('send-quote-mail', { guid, series: 'reminder', about: 'reminder' });
    const ids = due.map(({ id }) => id);
    return ctx.finish({ target: ctx.account.guid, ...markReminded(ctx.account.id, ids, ctx.now) });
  },
});
