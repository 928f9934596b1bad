import { defineWrite } from '../../../kernel/operations/operation.ts';
import { lockNewCustomer } from '../plan/buyer.ts';
import { valueOrThrow } from '../plan/checked.ts';
import { compactInput, compactSource, readCompactFacts } from '../plan/compact.ts';
import { planInvoice } from '../plan/plan.ts';
import { createdInvoice } from '../records/created-invoice.ts';
import { ISSUE_EVENTS } from '../records/event-store.ts';
import type { CreatedInvoice } from '../records/insert-invoice-store.ts';
import type { InvoiceFacts } from '../records/invoice-facts-store.ts';
import { buildInvoiceStatement } from '../save/invoice-statement.ts';

export const createCompactInvoice = defineWrite({
  name: 'create-invoice',
  variant: 'compact',
  summary: 'Issues an invoice for items of the catalogue, dated today, due as the customer profile says.',
  access: { scope: 'create_invoice' },
  books: true,
  events: ISSUE_EVENTS,
  input: compactInput,
  output: createdInvoice,
  refusals: ['period_locked', 'item_not_found', 'item_inactive', 'figures_refused'],
  prepare: readCompactFacts,
  async run(ctx, input, facts: InvoiceFacts): Promise<CreatedInvoice> {
    const plan = valueOrThrow(planInvoice(ctx.account, compactSource(ctx, input, facts)));
    await lockNewCustomer(ctx, plan.buyer);
    return ctx.finish(buildInvoiceStatement(ctx, plan));
  },
});
