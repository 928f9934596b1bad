import { defineWrite } from '../../kernel/operations/operation.ts';
import { createdInvoice } from '../invoices/records/created-invoice.ts';
import { ISSUE_EVENTS } from '../invoices/records/event-store.ts';
import { invoiceRefusals, invoiceSalesDocument } from './invoice-sales-document.ts';
import { byGuid } from './rules.ts';

export const issueDraftInvoice = defineWrite({
  name: 'issue-draft-invoice',
  summary: 'Issues a draft as an invoice.',
  description:
    'The invoice gets its number, and is delivered, claimed and booked as the draft says. A draft can be issued once.',
  access: { scope: 'create_invoice' },
  isUndoable: true,
  books: true,
  events: ['draft.invoiced', ...ISSUE_EVENTS],
  input: byGuid('draft'),
  output: createdInvoice,
  refusals: invoiceRefusals('draft'),
  run: (ctx, { guid }) => invoiceSalesDocument(ctx, 'draft', guid),
});
