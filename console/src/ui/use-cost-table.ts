import type { FoundCost } from '../api/types.ts';
import { useTranslation } from '../i18n/translation.tsx';
import type { Cell } from '../lib/xlsx.ts';

/** Costs as a table for a spreadsheet, with all that an accountant books. Credit notes are negative. */
export function useCostTable() {
  const { t, tIfKnown } = useTranslation();
  return (rows: readonly FoundCost[]): Cell[][] => [
    [
      t('field.supplier_name'),
      t('field.registration_no'),
      t('field.invoice_number'),
      t('field.date'),
      t('field.description'),
      t('field.cost_code'),
      t('field.status'),
      t('total.net'),
      t('total.vat24'),
      t('total.vat11'),
      t('field.amount'),
      t('field.currency'),
      t('field.exchange_rate'),
      t('field.how_paid'),
    ],
    ...rows.map((row) => [
      row.supplier_name,
      row.supplier_id,
      row.invoice_number,
      row.issue_date ?? row.created_date,
      row.description,
      [row.cost_code, tIfKnown(`code.${row.cost_code}`)].filter(Boolean).join(' '),
      t(`cost.${row.state as 'New'}`),
      row.net,
      row.vat_24,
      row.vat_11,
      row.effect,
      row.currency,
      row.exchange_rate ?? '',
      tIfKnown(`paid-by.${row.how_paid ?? ''}`) ?? '',
    ]),
  ];
}
