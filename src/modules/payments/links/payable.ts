import { transition } from '../../../domain/invoices/invoice-states.ts';
import { type AmountOwed, amountDue, payableAmount } from '../../../domain/invoices/payments.ts';
import { fixed2, ZERO } from '../../../domain/values/money.ts';
import type { Payments } from '../../../kernel/ports/ports.ts';
import type { Payable } from './payable-store.ts';

function toAmountOwed({
  remaining,
  payment_fee: paymentFee,
  currency,
}: Pick<Payable, 'remaining' | 'payment_fee' | 'currency'>): AmountOwed {
  return { remaining, paymentFee, currency };
}

/** What a payer is charged now, as text with two decimals. */
export function amountToCharge(invoice: Pick<Payable, 'remaining' | 'payment_fee' | 'currency'>): string {
  return fixed2(amountDue(toAmountOwed(invoice)));
}

/** Whether something of the invoice is left to pay. The fee alone is not charged: nothing is left of a written-off one. */
export function isPayable({ status, remaining, currency }: Payable): boolean {
  return transition(status, 'pay') !== null && payableAmount(remaining, currency).gt(ZERO);
}

/** The checkout that this invoice can be paid at now, if there is one. */
export function usableCheckout(invoice: Payable, payments: Payments | null) {
  const { checkout } = invoice;
  if (!checkout || checkout.status === 'pending') return checkout;
  const isSame = checkout.amount === amountToCharge(invoice) && checkout.currency === invoice.currency;
  return checkout.is_fresh && isSame && checkout.provider === payments?.name ? checkout : null;
}
