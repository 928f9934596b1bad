import { refundNote, underpaymentNote } from '../../domain/invoices/claims.ts';
import { transition } from '../../domain/invoices/invoice-states.ts';
import { decimal } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import type { ClaimPayment } from '../../kernel/ports/ports.ts';
import { emitInvoiceEvent, emitPaid, emitPayment, SUBJECT } from '../invoices/records/event-store.ts';
import { lockClaim } from './claim-store.ts';
import { settleClaimStatement } from './claim-write-store.ts';
import type { ClaimOfInvoice } from './schema.ts';

/** The claim was paid at the bank, and with it the invoice, unless it was settled before. */
export const settleClaim = defineTransaction({
  name: 'settle-claim',
  isAllowedWhenClosed: true,
  events: ['invoice.claim_paid', 'invoice.payment_recorded', 'invoice.paid', 'sale.paid'],
  async run(
    ctx,
    { invoice_guid, claim_id, payment }: ClaimOfInvoice & { claim_id: string; payment: ClaimPayment },
  ) {
    // The lock closes the TOCTOU window against a concurrent credit note, as in do-paid-invoice.
    const claim = await lockClaim(ctx.tx, ctx.account.id, invoice_guid);
    if (!claim) fail('claim_not_found');
    const { status, is_lowered: isLowered } = claim;
    // A claim from before claims were whole krónur is paid with its aurar.
    const isExact = decimal(payment.principal).eq(decimal(claim.exact_remaining));
    const remaining = isExact ? claim.exact_remaining : claim.remaining;
    const isSettled = transition(status, 'pay') === null;
    const paidClaim = { isSettled, remaining, isLowered };
    const note = refundNote(paidClaim, payment) || underpaymentNote(paidClaim, payment);
    const paid = { invoiceGuid: invoice_guid, claimId: claim_id, payment, isSettled, note };
    emitInvoiceEvent(ctx, 'invoice.claim_paid', invoice_guid, SUBJECT);
    emitPayment(ctx, invoice_guid, { amount: payment.principal, paidOn: payment.paidOn });
    if (!isSettled) emitPaid(ctx, invoice_guid, payment.paidOn);
    const end = settleClaimStatement(ctx.account.id, paid, ctx.now);
    const changed = await ctx.finishIf({ target: invoice_guid, ...end });
    return changed ?? fail('claim_not_found');
  },
});
