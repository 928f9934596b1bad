import type { FoundInvoice } from '../api/types.ts';
import { useTranslation } from '../i18n/translation.tsx';
import type { Cell } from '../lib/xlsx.ts';

/** Invoices as a table for a spreadsheet, with all that an accountant books. Credit notes are negative. */
export function useInvoiceTable() {
  const { t, tIfKnown } = useTranslation();
  return (rows: readonly FoundInvoice[]): Cell[][] => [
    [
      t('field.number'),
      t('field.customer'),
      t('field.registration_no'),
      t('field.issue_date'),
      t('field.due_date'),
      t('field.settlement_date'),
      t('field.status'),
      t('export.net24'),
      t('export.net11'),
      t('export.net0'),
      t('total.vat24'),
      t('total.vat11'),
      t('field.amount'),
      t('invoice.remaining'),
      t('field.currency'),
      t('field.exchange_rate'),
      t('export.paid-on'),
      t('field.method_payment'),
    ],
    ...rows.map((row) => [
      row.number,
      row.customer_name,
      row.registration_no,
      row.issue_date,
      row.due_date,
      row.settlement_date,
      t(`state.${row.tab}`),
      row.net_24,
      row.net_11,
      row.net_0,
      row.vat_24,
      row.vat_11,
      row.effect,
      row.remaining,
      row.currency,
      row.exchange_rate,
      row.paid_on ?? '',
      tIfKnown(`method.${row.method_payment ?? ''}`) ?? '',
    ]),
  ];
}
