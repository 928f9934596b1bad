import { BellRing } from 'lucide-react';
import { fetchPdf } from '../../api/bulk-calls.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { BulkAction } from '../bulk/bulk-action.ts';

/** Reminding of many invoices; those without an address can be printed, and those reminded lately reminded again. */
export function useReminding<Row extends { guid: string }>(): Omit<BulkAction<Row>, 'applies'> {
  const { t, tn } = useTranslation();
  return {
    label: t('bulk.remind-invoice'),
    icon: <BellRing size={15} aria-hidden />,
    does: {
      write: { operation: 'remind-invoice' },
      about: (rows) => tn('bulk.remind-about', rows.length),
      insist: { reason: 'reminded_lately', label: t('bulk.remind-again'), input: { again: true } },
      instead: {
        reason: 'remind_no_email',
        label: t('bulk.reminder-pdfs'),
        archive: 'reminders',
        load: ({ guid }) => fetchPdf('get-reminder-pdf', { guid }),
      },
    },
  };
}
