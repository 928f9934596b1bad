import type { Payment } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';

type Way = Pick<Payment, 'direction' | 'source' | 'method_payment'>;

/** What a payment is called, and how it came. */
export function usePaymentText() {
  const { t, tIfKnown, lang } = useTranslation();
  const kindOf = ({ direction, source }: Way) => {
    if (source === 'credit') return t('payment.of-credit');
    return t(direction === 'out' ? 'payment.of-out' : 'payment.of-in');
  };
  const wayOf = ({ method_payment, source }: Way) =>
    [
      method_payment && tIfKnown(`method.${method_payment}`),
      source !== 'manual' && tIfKnown(`payment-source.${source}`),
    ]
      .filter(Boolean)
      .join(' · ');
  const nameOf = (payment: Way & Pick<Payment, 'paid_on' | 'amount' | 'currency'>) =>
    [
      kindOf(payment),
      formatDate(payment.paid_on, lang),
      formatMoney(payment.amount, payment.currency, lang),
    ].join(' · ');
  return { kindOf, wayOf, nameOf };
}

/** The amount as it counts: what went out is negative. */
export function signedAmount({ amount, direction }: Pick<Payment, 'amount' | 'direction'>): number {
  return direction === 'out' ? -amount : amount;
}
