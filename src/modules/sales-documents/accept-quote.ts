import { fail } from '../../kernel/failures/failure.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { createdInvoice } from '../invoices/records/created-invoice.ts';
import { ISSUE_EVENTS } from '../invoices/records/event-store.ts';
import { acceptLockedQuote, invoiceRefusals } from './invoice-sales-document.ts';
import { byGuid } from './rules.ts';
import { quoteChanges } from './schema.ts';
import { lockSalesDocument } from './store.ts';

/** What accepting a quote may emit, whoever accepts it. */
export const ACCEPT_EVENTS = ['quote.accepted', 'quote.invoiced', 'draft.created', ...ISSUE_EVENTS] as const;

export const acceptQuote = defineWrite({
  name: 'accept-quote',
  summary: 'Accepts a quote for the customer, and creates its invoice.',
  description:
    'Call it when the customer has agreed, also if the quote has expired or was declined before. The invoice is issued at once, or saved as a draft. The quote can no longer be changed.',
  access: { scope: 'create_invoice' },
  isUndoable: true,
  books: true,
  events: ACCEPT_EVENTS,
  input: byGuid('quote').extend({
    accept_as: quoteChanges.shape.accept_as.describe('invoice or draft, instead of what the quote says'),
  }),
  output: createdInvoice,
  refusals: invoiceRefusals('quote'),
  async run(ctx, { guid, accept_as }) {
    const quote = await lockSalesDocument(ctx, 'quote', guid);
    if (!quote) fail('quote_not_found');
    return acceptLockedQuote(ctx, quote, { as: accept_as ?? quote.accept_as, answeredBy: '' });
  },
});
