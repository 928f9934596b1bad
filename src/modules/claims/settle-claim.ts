import { type LoweredBy, moneyFor, overpaymentNote, underpaymentNote } from '../../domain/invoices/claims.ts';
import { payableAmount } from '../../domain/invoices/payments.ts';
import { mostPayable } from '../../domain/payments/settlement.ts';
import { type Decimal, decimal, fixed2, isZero, ZERO } from '../../domain/values/money.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { joinCtes, type Sql } from '../../kernel/database/sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import type { ClaimPayment } from '../../kernel/ports/ports.ts';
import { type LedgerInvoice, lockInvoicesByGuid } from '../invoices/records/ledger-store.ts';
import { selectInvoiceIds } from '../invoices/records/ledger-write-store.ts';
import { invoiceSubject } from '../invoices/records/settle.ts';
import { bookPayment, PAYMENT_EVENTS, type PaymentPlan } from '../payments/book-payment.ts';
import { isOwedInvoice, onlyPayer } from '../payments/record-payment.ts';
import { listKnownPayments } from './claim-store.ts';
import { type ClaimNews, claimNewsCte, claimNewsSql } from './claim-write-store.ts';
import type { ClaimOfInvoice } from './schema.ts';

interface PaymentOfClaim extends ClaimOfInvoice {
  claim_id: string;
  payment: ClaimPayment;
  /** Nothing of the claim is left to pay. */
  closes: boolean;
}

/**
 * The claim was paid at the bank, in whole or in part, and the invoice by it. What the invoice does not take is credit of
 * the customer. A payment is booked once, by its key; one that is known may still close the claim.
 */
export const settleClaim = defineTransaction({
  name: 'settle-claim',
  isAllowedWhenClosed: true,
  events: ['invoice.claim_paid', ...PAYMENT_EVENTS],
  async run(ctx, { invoice_guid, claim_id, payment, closes }: PaymentOfClaim) {
    // The lock closes the TOCTOU window against a concurrent credit note or another payment.
    const [invoice] = await lockInvoicesByGuid(ctx.tx, ctx.account.id, [invoice_guid]);
    if (!invoice?.is_claim || invoice.claim_status === 'paid') fail('claim_not_found');
    const known = await listKnownPayments(ctx.tx, ctx.account.id, [payment.key]);
    const isNew = known.length === 0;
    if (!isNew && !closes) fail('claim_not_found');
    if (closes) ctx.emit('invoice.claim_paid', invoiceSubject(invoice));
    const news = {
      claimId: claim_id,
      closes,
      ...(isNew && { payment, note: noteOf(invoice, payment, closes) }),
    };
    return ctx.finish({
      target: invoice_guid,
      row: recordRow,
      ctes: await settlementOf(ctx, invoice, news),
      result: selectInvoiceIds(invoice),
    });
  },
});

async function settlementOf(ctx: WriteContext, invoice: LedgerInvoice, news: ClaimNews): Promise<Sql> {
  const claimOnly = claimNewsCte(ctx.account.id, invoice.id, news, ctx.now);
  if (!news.payment) return claimOnly;
  const plan = await toPlan(ctx, invoice, news.claimId, news.payment);
  // A part that settles the invoice leaves a claim to cancel, and any other may leave one that asks for too much.
  const { ctes, settled } = bookPayment(ctx, plan, {
    isClaimPayment: news.closes,
    more: claimNewsSql(news),
  });
  return settled.length > 0 ? ctes : joinCtes(ctes, claimOnly);
}

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
  const beyond = amount.minus(interest).minus(charge).minus(moneyFor(principal, payment));
  const share = isOwedInvoice(invoice) ? smaller(principal, owedTo(invoice, principal)) : ZERO;
  return {
    direction: 'in',
    source: 'claim',
    sourceKey: payment.key,
    amount,
    currency: payment.isk ? 'ISK' : invoice.currency,
    exchangeRate: payment.isk ? '1' : invoice.exchange_rate,
    paidOn: payment.paidOn,
    isDaySent: true,
    method: null,
    reference: claimId,
    note: '',
    payer: await onlyPayer(ctx, [invoice.customer_id]),
    components: { interest, charge, fee: beyond.gt(ZERO) ? beyond : ZERO },
    // The bank holds back the tax on interest.
    acquirerFee: kept,
    invoices: isZero(share) ? [] : [{ invoice, amount: share, paid: moneyFor(share, payment) }],
    surplus: [],
  };
}

/** Claims in ISK are in whole krónur; one from before that was the rule is paid with its aurar. */
function owedTo(invoice: LedgerInvoice, principal: Decimal): Decimal {
  const most = mostPayable(invoice);
  return principal.eq(most) ? most : payableAmount(most, invoice.currency);
}

function smaller(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}

/** What a person must do about the payment; empty: nothing. */
function noteOf(invoice: LedgerInvoice, payment: ClaimPayment, closes: boolean): string {
  const remaining = fixed2(owedTo(invoice, decimal(payment.principal)));
  const claim = {
    isSettled: !isOwedInvoice(invoice),
    remaining,
    loweredBy: loweredBy(invoice),
  };
  return overpaymentNote(claim, payment) || (closes ? underpaymentNote(claim, payment) : '');
}

function loweredBy({ credited_amount, paid_amount }: LedgerInvoice): LoweredBy {
  if (!isZero(decimal(credited_amount))) return 'a credit note';
  return isZero(decimal(paid_amount)) ? null : 'another payment';
}
