import { transition } from '../../../domain/invoices/invoice-states.ts';
import { assessPayment } from '../../../domain/invoices/payments.ts';
import { toPlainDate } from '../../../domain/values/dates.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { emitPaid, emitPayment } from '../records/event-store.ts';
import { toAmountOwed } from './payable.ts';
import { lockPayable } from './payable-store.ts';
import { insertPaymentStatement } from './payment-store.ts';
import type { CheckoutOfInvoice } from './schema.ts';

interface ReceivedPayment extends CheckoutOfInvoice {
  amount: string;
  currency: string;
  paid_at: Date;
}

/** A payment by the link has come in: the invoice is paid by it, or a person is told why not. */
export const recordPayment = defineTransaction({
  name: 'record-payment',
  isAllowedWhenClosed: true,
  events: ['invoice.payment_recorded', 'invoice.paid', 'sale.paid'],
  async run(
    ctx,
    { invoice_guid, checkout_id: checkoutId, amount, currency, paid_at: paidAt }: ReceivedPayment,
  ) {
    // The lock closes the TOCTOU window against a concurrent credit note or another payment.
    const invoice = await lockPayable(ctx.tx, ctx.account.id, invoice_guid);
    if (!invoice) fail('invoice_not_found');
    const isSettled = transition(invoice.status, 'pay') === null;
    const received = { amount, currency, paidOn: toPlainDate(paidAt) };
    const assessment = assessPayment(isSettled, toAmountOwed(invoice), received);
    if (assessment.settles && invoice.email !== '')
      ctx.enqueue('send-mail', { invoice_guid, series: 'receipt', about: 'receipt' });
    if (assessment.settles && invoice.has_unended_checkout) ctx.enqueue('end-checkouts', { invoice_guid });
    emitPayment(ctx, invoice_guid, received);
    if (assessment.settles) emitPaid(ctx, invoice_guid, received.paidOn);
    const payment = { invoiceId: invoice.id, checkoutId, amount, currency, paidAt, ...assessment };
    const end = insertPaymentStatement(ctx.account.id, payment, ctx.now);
    const stored = await ctx.finishIf({ target: invoice_guid, ...end });
    return stored ?? fail('invoice_locked');
  },
});
