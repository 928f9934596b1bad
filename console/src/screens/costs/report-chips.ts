import { NO_CODE } from '../../api/choices.ts';
import type { FoundCost } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import type { FilterChip } from '../../ui/lists/filter-menu.tsx';

/** Names the code or the supplier that a report has filtered the list by. */
export function useReportChips(rows: readonly FoundCost[]): FilterChip[] {
  const { t, tIfKnown } = useTranslation();
  const [{ code, supplier }] = useFilters();
  const codeName = code === NO_CODE ? t('report.no-code') : (tIfKnown(`code.${code}`) ?? code);
  const supplierName = rows[0]?.supplier_name || supplier;
  return [
    ...(code ? [{ names: ['code'], text: `${t('field.cost_code')}: ${codeName}` }] : []),
    ...(supplier ? [{ names: ['supplier'], text: `${t('field.supplier_name')}: ${supplierName}` }] : []),
  ];
}
