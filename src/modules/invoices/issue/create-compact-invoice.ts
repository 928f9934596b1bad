import { defineWrite } from '../../../kernel/operations/operation.ts';
import { createdInvoice } from '../created-invoice.ts';
import { ISSUE_EVENTS } from '../event-store.ts';
import { lockNewCustomer } from './buyer.ts';
import { valueOrThrow } from './checked.ts';
import { compactInput, compactSource, readCompactFacts } from './compact.ts';
import type { CreatedInvoice } from './insert-invoice-store.ts';
import type { InvoiceFacts } from './invoice-facts-store.ts';
import { buildInvoiceStatement } from './invoice-statement.ts';
import { planInvoice } from './plan.ts';

export const createCompactInvoice = defineWrite({
  name: 'create-invoice',
  variant: 'compact',
  summary: 'Issues an invoice for items of the catalogue, dated today, due as the customer profile says.',
  access: { scope: 'create_invoice' },
  events: ISSUE_EVENTS,
  input: compactInput,
  output: createdInvoice,
  refusals: ['item_not_found', 'item_inactive', 'figures_refused'],
  prepare: readCompactFacts,
  async run(ctx, input, facts: InvoiceFacts): Promise<CreatedInvoice> {
    const plan = valueOrThrow(planInvoice(ctx.account, compactSource(ctx, input, facts)));
    await lockNewCustomer(ctx, plan.buyer);
    return ctx.finish(buildInvoiceStatement(ctx, plan));
  },
});
