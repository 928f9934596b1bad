import type { WriteContext } from '../../../kernel/operations/context.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { issueCreditNote } from '../credit/issue-credit-note.ts';
import { bodySource, lockAttachedRecords, readBodyFacts } from '../plan/body-source.ts';
import { lockNewCustomer } from '../plan/buyer.ts';
import { valueOrThrow } from '../plan/checked.ts';
import { planInvoice } from '../plan/plan.ts';
import { createdInvoice } from '../records/created-invoice.ts';
import { CREDIT_EVENTS, ISSUE_EVENTS } from '../records/event-store.ts';
import type { CreatedInvoice } from '../records/insert-invoice-store.ts';
import type { InvoiceFacts } from '../records/invoice-facts-store.ts';
import { type InvoiceInput, invoiceInput } from '../records/schema.ts';
import { buildInvoiceStatement } from '../save/invoice-statement.ts';

export const createInvoice = defineWrite({
  name: 'create-invoice',
  summary: 'Creates and issues an invoice or a credit note; with `save` it stays a draft.',
  description:
    '`amount` must be the sum of the lines with VAT; if it is wrong, the answer names the right value. An issued invoice gets the next number, and is delivered, claimed and booked as the body and the customer profile say; only a credit note can reverse it. Send an Idempotency-Key, so that a repeat after a lost connection creates no second invoice.',
  access: { scope: 'create_invoice' },
  isUndoable: true,
  books: true,
  events: ['draft.created', ...ISSUE_EVENTS, ...CREDIT_EVENTS],
  input: invoiceInput,
  output: createdInvoice,
  refusals: [
    'period_locked',
    'subscription_required',
    'flags_conflict',
    'customer_not_found',
    'item_not_found',
    'item_inactive',
    'file_not_found',
    'file_in_use',
    'exchange_rate_missing',
    'figures_refused',
    'amount_mismatch',
    'einvoice_refused',
    'credit_refused',
    'task_not_found',
    'task_running',
    'task_nothing_to_bill',
  ],
  prepare: async (ctx, input) => (input.type === 'invoice' ? readBodyFacts(ctx, input) : null),
  run: issueDocument,
});

/** `facts`: null for a credit note, which takes all from its invoice. */
export function issueDocument(
  ctx: WriteContext,
  input: InvoiceInput,
  facts: InvoiceFacts | null,
): Promise<CreatedInvoice> {
  return facts ? issueFromBody(ctx, input, facts) : issueCreditNote(ctx, input);
}

async function issueFromBody(
  ctx: WriteContext,
  input: InvoiceInput,
  facts: InvoiceFacts,
): Promise<CreatedInvoice> {
  const attached = await lockAttachedRecords(ctx.tx, ctx.account.id, input);
  const plan = valueOrThrow(planInvoice(ctx.account, bodySource(ctx, input, facts, attached)));
  await lockNewCustomer(ctx, plan.buyer);
  return ctx.finish(buildInvoiceStatement(ctx, plan));
}
