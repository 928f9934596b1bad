import { refundNote, underpaymentNote } from '../../domain/invoices/claims.ts';
import { payableAmount } from '../../domain/invoices/payments.ts';
import { mostPayable } from '../../domain/payments/settlement.ts';
import { type Decimal, decimal, fixed2, isZero, ZERO } from '../../domain/values/money.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { joinCtes } from '../../kernel/database/sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import type { ClaimPayment } from '../../kernel/ports/ports.ts';
import { type LedgerInvoice, lockInvoicesByGuid } from '../invoices/records/ledger-store.ts';
import { selectInvoiceIds } from '../invoices/records/ledger-write-store.ts';
import { invoiceSubject } from '../invoices/records/settle.ts';
import { bookPayment, PAYMENT_EVENTS, type PaymentPlan } from '../payments/book-payment.ts';
import { isOwedInvoice, onlyPayer } from '../payments/record-payment.ts';
import { paidClaimCte, paidClaimSql } from './claim-write-store.ts';
import type { ClaimOfInvoice } from './schema.ts';

interface SettledClaim extends ClaimOfInvoice {
  claim_id: string;
  payment: ClaimPayment;
}

/** The claim was paid at the bank, and the invoice by it. What the invoice does not take is credit of the customer. */
export const settleClaim = defineTransaction({
  name: 'settle-claim',
  isAllowedWhenClosed: true,
  events: ['invoice.claim_paid', ...PAYMENT_EVENTS],
  async run(ctx, { invoice_guid, claim_id, payment }: SettledClaim) {
    // The lock closes the TOCTOU window against a concurrent credit note or another payment.
    const [invoice] = await lockInvoicesByGuid(ctx.tx, ctx.account.id, [invoice_guid]);
    const isOpen = invoice?.is_claim && (invoice.claim_status === '' || invoice.claim_status === 'sent');
    if (!isOpen) fail('claim_not_found');
    const plan = await toPlan(ctx, invoice, claim_id, payment);
    const paid = { invoiceId: invoice.id, claimId: claim_id, payment, note: noteOf(invoice, payment) };
    ctx.emit('invoice.claim_paid', invoiceSubject(invoice));
    const { ctes, settled } = bookPayment(ctx, plan, { isClaimPayment: true, more: paidClaimSql(paid) });
    return ctx.finish({
      target: invoice_guid,
      row: recordRow,
      ctes: settled.length > 0 ? ctes : joinCtes(ctes, paidClaimCte(ctx.account.id, paid, ctx.now)),
      result: selectInvoiceIds(invoice),
    });
  },
});

/** Interest and charges come first and the invoice last; the bank has taken its fee from the payer on top of them. */
async function toPlan(
  ctx: WriteContext,
  invoice: LedgerInvoice,
  claimId: string,
  payment: ClaimPayment,
): Promise<PaymentPlan> {
  const kept = decimal(payment.capitalGainsTax);
  const amount = decimal(payment.transactionAmount).plus(kept);
  const interest = decimal(payment.defaultInterest);
  const charge = decimal(payment.defaultCharge).plus(payment.otherDefaultCosts);
  const principal = decimal(payment.principal);
  const beyond = amount.minus(interest).minus(charge).minus(principal);
  const share = isOwedInvoice(invoice) ? smaller(principal, owedTo(invoice, principal)) : ZERO;
  return {
    direction: 'in',
    source: 'claim',
    sourceKey: claimId,
    amount,
    currency: invoice.currency,
    exchangeRate: invoice.exchange_rate,
    paidOn: payment.paidOn,
    isDaySent: true,
    method: null,
    reference: claimId,
    note: '',
    payer: await onlyPayer(ctx, [invoice.customer_id]),
    components: { interest, charge, fee: beyond.gt(ZERO) ? beyond : ZERO },
    // The bank holds back the tax on interest.
    acquirerFee: kept,
    invoices: isZero(share) ? [] : [{ invoice, amount: share, paid: share, exchangeDifference: ZERO }],
    surplus: [],
  };
}

/** Claims are in whole krónur; one from before that was the rule is paid with its aurar. */
function owedTo(invoice: LedgerInvoice, principal: Decimal): Decimal {
  const most = mostPayable(invoice);
  return principal.eq(most) ? most : payableAmount(most, invoice.currency);
}

function smaller(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}

/** What a person must do about the payment; empty: nothing. */
function noteOf(invoice: LedgerInvoice, payment: ClaimPayment): string {
  const remaining = fixed2(owedTo(invoice, decimal(payment.principal)));
  const claim = {
    isSettled: !isOwedInvoice(invoice),
    remaining,
    isLowered: !isZero(decimal(invoice.credited_amount)) || !isZero(decimal(invoice.paid_amount)),
  };
  return refundNote(claim, payment) || underpaymentNote(claim, payment);
}
