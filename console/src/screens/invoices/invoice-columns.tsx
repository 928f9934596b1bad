import type { FoundInvoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { StateBadge } from '../../ui/elements/badge.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { PendingBadge } from '../../ui/records/pending.tsx';
import { RemindedText } from '../../ui/records/remind-button.tsx';

/** The columns of a list of invoices. */
export function useInvoiceColumns(): Column<FoundInvoice>[] {
  const { t, lang } = useTranslation();
  return [
    {
      id: 'number',
      header: t('field.number'),
      sort: 'number',
      cell: ({ number }) => <span className="figure">{number ? `#${number}` : '–'}</span>,
    },
    {
      id: 'customer',
      header: t('field.customer'),
      sort: 'customer',
      card: 'title',
      cell: ({ customer_name }) => customer_name,
    },
    {
      id: 'issued',
      header: t('field.issue_date'),
      sort: 'date',
      cell: ({ issue_date }) => <span className="figure">{formatDate(issue_date, lang)}</span>,
    },
    {
      id: 'due',
      header: t('field.due_date'),
      sort: 'due',
      card: 'none',
      narrow: true,
      cell: ({ due_date }) => <span className="figure">{formatDate(due_date, lang)}</span>,
    },
    {
      id: 'state',
      header: t('field.status'),
      card: 'trailing',
      cell: (row) => (
        <PendingBadge guid={row.guid}>
          <InvoiceState row={row} />
        </PendingBadge>
      ),
    },
    {
      id: 'amount',
      header: t('field.amount'),
      sort: 'amount',
      figure: true,
      card: 'trailing',
      cell: ({ effect, remaining, currency }) => (
        <>
          {formatMoney(effect, currency, lang)}
          {remaining > 0 && remaining !== effect && (
            <span className="block text-xs text-muted">
              {t(effect > 0 ? 'invoice.remaining' : 'field.refund_amount')}{' '}
              {formatMoney(remaining, currency, lang)}
            </span>
          )}
        </>
      ),
    },
  ];
}

const isUnpaid = (tab: FoundInvoice['tab']) => tab === 'open' || tab === 'overdue' || tab === 'collection';

export function InvoiceState({
  row: { tab, is_imported, partly_credited, paid_amount, reminded_at },
}: {
  row: Pick<FoundInvoice, 'tab' | 'partly_credited' | 'paid_amount' | 'reminded_at'> & {
    is_imported?: boolean;
  };
}) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 max-sm:justify-end">
      <StateBadge state={tab}>{t(`state.${tab}`)}</StateBadge>
      {is_imported && <StateBadge state="imported">{t('invoice.imported')}</StateBadge>}
      {partly_credited && <span className="text-xs text-muted">{t('invoice.partly')}</span>}
      {isUnpaid(tab) && paid_amount > 0 && <span className="text-xs text-muted">{t('payment.partly')}</span>}
      {isUnpaid(tab) && reminded_at && (
        <span className="text-xs text-muted">
          <RemindedText at={reminded_at} />
        </span>
      )}
    </span>
  );
}
