import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { emitInvoiceEvent, SUBJECT } from '../invoices/records/event-store.ts';
import { lockClaim } from './claim-store.ts';
import { recordClaimStatement } from './claim-write-store.ts';
import type { ClaimOfInvoice } from './schema.ts';

/** The bank has made the claim. */
export const recordClaim = defineTransaction({
  name: 'record-claim',
  isAllowedWhenClosed: true,
  events: ['invoice.claim_sent'],
  async run(ctx, { invoice_guid, claim_id, amount }: ClaimOfInvoice & { claim_id: string; amount: string }) {
    // A credit note may have lowered the amount while the request to the bank was under way.
    const claim = await lockClaim(ctx.tx, ctx.account.id, invoice_guid);
    if (claim && claim.remaining !== amount) ctx.enqueue('change-claim', { invoice_guid });
    emitInvoiceEvent(ctx, 'invoice.claim_sent', invoice_guid, SUBJECT);
    const result = recordClaimStatement(ctx.account.id, invoice_guid, claim_id, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, row: recordRow, result })) ?? fail('invoice_locked');
  },
});
