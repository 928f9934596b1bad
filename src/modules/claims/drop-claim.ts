import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { emitInvoiceEvent, SUBJECT } from '../invoices/records/event-store.ts';
import { dropClaimStatement } from './claim-write-store.ts';
import type { ClaimOfInvoice } from './schema.ts';

/** The claim was cancelled. */
export const dropClaim = defineTransaction({
  name: 'drop-claim',
  isAllowedWhenClosed: true,
  events: ['invoice.claim_cancelled'],
  async run(ctx, { invoice_guid }: ClaimOfInvoice) {
    emitInvoiceEvent(ctx, 'invoice.claim_cancelled', invoice_guid, SUBJECT);
    const result = dropClaimStatement(ctx.account.id, invoice_guid, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, row: recordRow, result })) ?? fail('claim_not_found');
  },
});
