import { fail } from '../../../kernel/failures/failure.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { lockSalesDocument } from '../store.ts';
import { updateQuoteStatement } from './quote-store.ts';

const MAX_ERROR = 500;

/** What became of a mail to the customer; without an error it was sent. */
interface SentQuoteMail {
  guid: string;
  recipient: string;
  error?: string | undefined;
}

/** What became of a mail to the customer; the job that sent it calls this. */
export const recordQuoteMail = defineTransaction({
  name: 'record-quote-mail',
  isAllowedWhenClosed: true,
  events: ['quote.sent'],
  async run(ctx, { guid, recipient, error = '' }: SentQuoteMail) {
    const quote = await lockSalesDocument(ctx, 'quote', guid);
    if (!quote) fail('quote_not_found');
    if (error === '') ctx.emit('quote.sent', { guid: quote.guid, number: quote.number, to: recipient });
    const changes =
      error === ''
        ? { sent_at: ctx.now, sent_to: recipient, send_error: '', sending_to: '' }
        : { send_error: error.slice(0, MAX_ERROR), sending_to: '' };
    return ctx.finish({
      target: quote.guid,
      ...updateQuoteStatement(ctx.account.id, quote.id, changes),
    });
  },
});
