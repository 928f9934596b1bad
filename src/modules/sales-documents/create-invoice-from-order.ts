import { defineWrite } from '../../kernel/operations/operation.ts';
import { createdInvoice } from '../invoices/records/created-invoice.ts';
import { ISSUE_EVENTS } from '../invoices/records/event-store.ts';
import { invoiceRefusals, invoiceSalesDocument } from './invoice-sales-document.ts';
import { byGuid } from './rules.ts';
import { partInput } from './schema.ts';

export const createInvoiceFromOrder = defineWrite({
  name: 'create-invoice-from-order',
  summary: 'Invoices what remains of an order, or the lines and quantities that are sent.',
  description:
    'Use it for each delivery, until nothing of the order remains. The invoice is issued at once, with the customer and the terms of the order.',
  access: { scope: 'create_invoice' },
  isUndoable: true,
  books: true,
  events: ['order.invoiced', ...ISSUE_EVENTS],
  input: byGuid('order').extend({ data: partInput.optional() }),
  output: createdInvoice,
  refusals: invoiceRefusals('order'),
  run(ctx, { guid, data }) {
    // The guid may be the line's or the item's.
    const lines = data?.items?.map((item) => ({ lineGuid: item.guid, itemGuid: item.guid, qty: item.qty }));
    return invoiceSalesDocument(ctx, 'order', guid, lines);
  },
});
