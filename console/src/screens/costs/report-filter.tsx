import { NO_CODE } from '../../api/choices.ts';
import type { FoundCost } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { Button } from '../../ui/button.tsx';

/** Names the code or the supplier that a report has filtered the list by, and takes the filter off again. */
export function ReportFilter({ rows }: { rows: readonly FoundCost[] }) {
  const { t, tIfKnown } = useTranslation();
  const [{ code, supplier }, change] = useFilters();
  if (!code && !supplier) return null;
  const codeName = code === NO_CODE ? t('report.no-code') : (tIfKnown(`code.${code}`) ?? code);
  return (
    <span className="flex items-center gap-2">
      {code && (
        <span className="wrap-anywhere text-dense text-muted">
          {t('field.cost_code')}: {codeName}
        </span>
      )}
      {supplier && (
        <span className="wrap-anywhere text-dense text-muted">
          {t('field.supplier_name')}: {rows[0]?.supplier_name || supplier}
        </span>
      )}
      <Button variant="quiet" onClick={() => change({ code: '', supplier: '' })}>
        {t('filter.clear')}
      </Button>
    </span>
  );
}
