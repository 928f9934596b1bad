import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { emitInvoiceEvent, SUBJECT } from '../invoices/records/event-store.ts';
import { reviveClaimStatement } from './claim-write-store.ts';
import type { ClaimOfInvoice } from './schema.ts';

/** A claim that was cancelled is one again at the bank. */
export const reviveClaim = defineTransaction({
  name: 'revive-claim',
  isAllowedWhenClosed: true,
  events: ['invoice.claim_sent'],
  async run(ctx, { invoice_guid }: ClaimOfInvoice) {
    emitInvoiceEvent(ctx, 'invoice.claim_sent', invoice_guid, SUBJECT);
    const result = reviveClaimStatement(ctx.account.id, invoice_guid, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, row: recordRow, result })) ?? fail('claim_not_found');
  },
});
