import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { emitInvoiceEvent, SUBJECT } from '../invoices/records/event-store.ts';
import { collectClaimStatement } from './claim-write-store.ts';
import type { ClaimOfInvoice } from './schema.ts';

/** The claim is unpaid after the final due date: collection begins. */
export const collectClaim = defineTransaction({
  name: 'collect-claim',
  isAllowedWhenClosed: true,
  events: ['invoice.collection_started'],
  async run(ctx, { invoice_guid }: ClaimOfInvoice) {
    emitInvoiceEvent(ctx, 'invoice.collection_started', invoice_guid, SUBJECT);
    const result = collectClaimStatement(ctx.account.id, invoice_guid, ctx.today, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, row: recordRow, result })) ?? fail('claim_not_found');
  },
});
