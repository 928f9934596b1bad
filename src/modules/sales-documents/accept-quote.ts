import { defineWrite } from '../../kernel/operation.ts';
import { ISSUE_EVENTS } from '../invoices/event-store.ts';
import { createdInvoice } from '../invoices/schema.ts';
import { invoiceRefusals, invoiceSalesDocument } from './invoice-sales-document.ts';
import { byGuid } from './rules.ts';

export const acceptQuote = defineWrite({
  name: 'accept-quote',
  summary: 'The customer took the quote: makes its invoice.',
  description:
    'Call it when the customer has said yes. The invoice is issued at once, and the quote cannot be changed any more.',
  scope: 'create_invoice',
  events: ['quote.accepted', 'quote.invoiced', ...ISSUE_EVENTS],
  input: byGuid('quote'),
  output: createdInvoice,
  refusals: invoiceRefusals('quote'),
  run: (ctx, { guid }) => invoiceSalesDocument(ctx, 'quote', guid),
});
