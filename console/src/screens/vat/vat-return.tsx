import { keysOf } from '../../../../src/domain/values/records.ts';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { formatVatPeriod } from '../../lib/vat-period.ts';
import { Card } from '../../ui/elements/page.tsx';
import { QueryCard } from '../../ui/elements/query-view.tsx';
import { BoxSheet } from './box-sheet.tsx';
import { BoxTable } from './box-table.tsx';
import { History } from './history.tsx';
import { Missing } from './missing.tsx';
import { PeriodState } from './period-list.tsx';
import { hasWarning } from './return.ts';
import { ReturnActions } from './return-actions.tsx';

const WARNINGS = { turnover_limit: 'turnover-limit', vat_abroad: 'vat-abroad' } as const;

/** While the tax office has not answered, the return is read again after this many milliseconds. */
const SUBMITTING_MS = 5000;

/** The return of a period: its boxes, what is missing, and what can be done with it. */
export function VatReturn({ period }: { period: string }) {
  const { t, lang } = useTranslation();
  const [filters, change] = useFilters();
  const query = useRead(
    'get-vat-return',
    { period },
    { pollMs: (data) => (data?.is_submitting ? SUBMITTING_MS : false) },
  );
  const { data } = query;
  if (!data) return <QueryCard query={query} />;
  return (
    <div className="min-w-0 space-y-6">
      <Card title={formatVatPeriod(data, lang)} actions={<PeriodState state={data.state} />} flush>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-5 py-4">
          <div>
            <p className="text-dense text-muted">
              {t(data.boxes.to_pay < 0 ? 'vat.paid-back' : 'vat.to-pay')}
            </p>
            <p className="figure text-3xl font-semibold tracking-tight">
              {formatMoney(Math.abs(data.boxes.to_pay), 'ISK', lang)}
            </p>
            <p className="text-muted">{t('report.vat-due', { date: formatDate(data.due_on, lang) })}</p>
          </div>
          <ReturnActions of={data} />
        </div>
        {data.is_submitting && (
          <p role="status" className="bg-warning-subtle px-5 py-2.5 text-warning">
            {t('vat.submitting')}
          </p>
        )}
        {keysOf(WARNINGS)
          .filter((code) => hasWarning(data, code))
          .map((code) => (
            <p key={code} role="note" className="bg-warning-subtle px-5 py-2.5 text-warning">
              {t(`vat.${WARNINGS[code]}`)}
            </p>
          ))}
        <BoxTable of={data} onOpen={(box) => change({ box })} />
      </Card>
      <Missing of={data} />
      <History of={data} />
      <BoxSheet of={data} box={filters.box} onClose={() => change({ box: undefined })} />
    </div>
  );
}
