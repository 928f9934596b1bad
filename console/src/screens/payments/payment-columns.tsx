import type { Payment } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { StateBadge } from '../../ui/elements/badge.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { PendingBadge } from '../../ui/records/pending.tsx';
import { signedAmount, usePaymentText } from './payment-text.ts';

/** The columns of a list of payments. */
export function usePaymentColumns(): Column<Payment>[] {
  const { t, lang } = useTranslation();
  const { wayOf } = usePaymentText();
  return [
    {
      id: 'day',
      header: t('field.paid_on'),
      cell: ({ paid_on }) => <span className="figure">{formatDate(paid_on, lang)}</span>,
    },
    {
      id: 'customer',
      header: t('field.customer'),
      card: 'title',
      cell: ({ customer }) => customer?.name ?? t('payment.of-several'),
    },
    {
      id: 'settles',
      header: t('payment.for'),
      cell: (payment) => <span className="figure">{settledText(payment)}</span>,
    },
    { id: 'way', header: t('field.method_payment'), narrow: true, cell: wayOf },
    { id: 'reference', header: t('field.reference'), narrow: true, cell: ({ reference }) => reference },
    {
      id: 'state',
      header: t('field.status'),
      card: 'trailing',
      cell: (payment) => (
        <PendingBadge guid={payment.guid}>
          <PaymentState payment={payment} />
        </PendingBadge>
      ),
    },
    {
      id: 'amount',
      header: t('field.amount'),
      figure: true,
      card: 'trailing',
      cell: (payment) => (
        <>
          <span className={payment.state === 'reversed' ? 'text-muted line-through' : ''}>
            {formatMoney(signedAmount(payment), payment.currency, lang)}
          </span>
          {payment.unallocated > 0 && (
            <span className="block text-xs text-muted">
              {t('payment.credit')} {formatMoney(payment.unallocated, payment.currency, lang)}
            </span>
          )}
        </>
      ),
    },
  ];
}

/** The numbers of the invoices that it settles. */
export function settledText({ allocations }: Pick<Payment, 'allocations'>): string {
  return allocations.flatMap(({ invoice_number }) => (invoice_number ? `#${invoice_number}` : [])).join(', ');
}

export function PaymentState({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { state, source, direction } = payment;
  if (state === 'reversed')
    return <StateBadge state="payment-reversed">{t('payment-state.reversed')}</StateBadge>;
  if (source === 'credit') return <StateBadge state="payment-credit">{t('payment.of-credit')}</StateBadge>;
  return direction === 'out' ? (
    <StateBadge state="payment-out">{t('payment.of-out')}</StateBadge>
  ) : (
    <StateBadge state="payment-in">{t('payment.of-in')}</StateBadge>
  );
}
