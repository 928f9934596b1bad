import { fail } from '../../../kernel/failures/failure.ts';
import { text } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { byGuid } from '../rules.ts';
import { lockSalesDocument } from '../store.ts';
import { updateQuoteStatement } from './quote-store.ts';

const MAX_ERROR = 500;

/** What became of a mail to the customer; the job that sent it calls this. */
export const recordQuoteMail = defineWrite({
  name: 'record-quote-mail',
  summary: 'Notes that a quote was mailed, or why it could not be.',
  scope: null,
  isAllowedWhenClosed: true,
  events: ['quote.sent'],
  input: byGuid('quote').extend({
    recipient: text(200)().describe('The address'),
    error: text(10_000).optional().describe('Why it could not be sent'),
  }),
  output: createdRecord,
  refusals: ['quote_not_found'],
  async run(ctx, { guid, recipient, error = '' }) {
    const quote = await lockSalesDocument(ctx, 'quote', guid);
    if (!quote) fail('quote_not_found');
    if (error === '') ctx.emit('quote.sent', { guid: quote.guid, number: quote.number, to: recipient });
    const changes =
      error === ''
        ? { sent_at: ctx.now, sent_to: recipient, send_error: '' }
        : { send_error: error.slice(0, MAX_ERROR) };
    return ctx.finish({
      target: quote.guid,
      ...updateQuoteStatement(ctx.account.id, quote.id, changes),
    });
  },
});
