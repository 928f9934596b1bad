import { defineWrite } from '../../kernel/operations/operation.ts';
import {
  type CompactInput,
  compactCustomer,
  compactInput,
  compactLines,
  readCompactFacts,
} from '../invoices/plan/compact.ts';
import type { InvoiceFacts } from '../invoices/records/invoice-facts-store.ts';
import { createQuote, createSalesDocument } from './create-sales-document.ts';

/** The quote of the agent API's compact body. */
export const createCompactQuote = defineWrite({
  ...createQuote,
  variant: 'compact',
  summary: 'Creates a quote for items of the catalogue, with the terms of the customer profile.',
  input: compactInput,
  prepare: readCompactFacts,
  run(ctx, input: CompactInput, facts: InvoiceFacts) {
    const customer = compactCustomer(input, facts);
    const items = compactLines(input, facts);
    return createSalesDocument(ctx, 'quote', { customer, items, description: input.description }, facts);
  },
});
