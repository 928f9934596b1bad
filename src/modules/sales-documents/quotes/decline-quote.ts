import { quoteState } from '../../../domain/sales/quote-states.ts';
import { changedFields } from '../../../kernel/effects/changed-fields.ts';
import { changeOf } from '../../../kernel/effects/effect.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { longText } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { documentRecord } from '../document-effect.ts';
import { byGuid } from '../rules.ts';
import { lockSalesDocument } from '../store.ts';
import { salesDocuments } from '../tables.ts';
import { updateQuoteStatement } from './quote-store.ts';

export const MAX_REASON = 1000;

export const declineQuote = defineWrite({
  name: 'decline-quote',
  summary: 'Declines a quote for the customer.',
  description:
    'Use it when the customer has declined in another way than on the page of the quote. A change of the quote reopens it.',
  access: { scope: 'create_invoice' },
  events: ['quote.declined'],
  input: byGuid('quote').extend({
    reason: longText(MAX_REASON).optional('Why, in a few words'),
  }),
  output: createdRecord,
  refusals: ['quote_not_found', 'quote_closed'],
  async run(ctx, { guid, reason = '' }) {
    const quote = await lockSalesDocument(ctx, 'quote', guid);
    if (!quote) fail('quote_not_found');
    const state = quoteState(quote, ctx.today);
    if (state === 'accepted' || state === 'declined') fail('quote_closed', state);
    ctx.emit('quote.declined', { guid: quote.guid, number: quote.number });
    const answer = { status: 'declined', answered_at: ctx.now, decline_reason: reason } as const;
    return ctx.finish({
      target: quote.guid,
      ...updateQuoteStatement(ctx.account.id, quote.id, { ...answer, updated_at: ctx.now }),
      effect: changeOf(documentRecord(quote), changedFields(salesDocuments, quote, answer, ['answered_at'])),
    });
  },
});
