import { quoteState } from '../../../domain/sales/quote-states.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { choice, longText, text } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { ACCEPT_EVENTS } from '../accept-quote.ts';
import { acceptLockedQuote } from '../invoice-sales-document.ts';
import { byGuid } from '../rules.ts';
import { lockSalesDocument } from '../store.ts';
import { MAX_REASON } from './decline-quote.ts';
import { quoteDocument, quoteVersion } from './quote-document.ts';
import { updateQuoteStatement } from './quote-store.ts';

/** The answer of the customer on the public page. The signed link is the permission. */
export const answerQuote = defineWrite({
  name: 'answer-quote',
  summary: 'Accepts or declines a quote as the customer, on its public page.',
  access: { scope: null },
  books: true,
  events: [...ACCEPT_EVENTS, 'quote.declined'],
  input: byGuid('quote').extend({
    answer: choice(['accept', 'decline'])('The answer of the customer'),
    name: text(200).optional('The name of the person who answers; required'),
    reason: longText(MAX_REASON).optional('Why it is declined'),
    seen: text(40)('The version of the quote that the page has shown'),
  }),
  output: createdRecord,
  refusals: ['period_locked', 'quote_not_found', 'quote_closed'],
  async run(ctx, { guid, answer, name = '', reason = '', seen }) {
    const quote = await lockSalesDocument(ctx, 'quote', guid);
    if (!quote) fail('quote_not_found');
    const state = quoteState(quote, ctx.today);
    if (state !== 'open') fail('quote_closed', state);
    // The seller may have changed the quote or the customer after the page was loaded. The customer must see what is accepted.
    if (seen !== quoteVersion(quote, quoteDocument(ctx, quote))) fail('quote_closed', 'changed');
    // After the version: the page that asks for the name shows the quote anew, and would hide that it has changed.
    if (name === '') fail('field_required', 'name');
    ctx.enqueue('send-quote-mail', { guid: quote.guid, series: ctx.newGuid(), about: 'answer' });
    if (answer === 'accept') return acceptLockedQuote(ctx, quote, { as: quote.accept_as, answeredBy: name });
    ctx.emit('quote.declined', { guid: quote.guid, number: quote.number });
    const changes = { status: 'declined', answered_by: name, decline_reason: reason } as const;
    return ctx.finish({
      target: quote.guid,
      bookedOn: [],
      ...updateQuoteStatement(ctx.account.id, quote.id, {
        ...changes,
        answered_at: ctx.now,
        updated_at: ctx.now,
      }),
    });
  },
});
