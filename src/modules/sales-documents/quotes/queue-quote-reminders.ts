import { fail } from '../../../kernel/failures/failure.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { lockQuotesToRemind, markReminded } from './quote-store.ts';

/** Each quote gets one reminder, however often this runs. A new last day makes it due for another. */
export const queueQuoteReminders = defineTransaction({
  name: 'queue-quote-reminders',
  events: [],
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
