import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useRead, useSession } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { buttonClass } from '../../ui/elements/button.tsx';
import { Page } from '../../ui/elements/page.tsx';
import { QueryCard, QueryView } from '../../ui/elements/query-view.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { PeriodList } from './period-list.tsx';
import { VatReturn } from './vat-return.tsx';

const YEARS_BACK = 7;

/** The settlement periods of a year, and the return of one of them. */
export function Vat() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const [filters, change] = useFilters();
  const thisYear = Number(session?.today.slice(0, 4));
  const year = filters.year ?? filters.period?.slice(0, 4) ?? String(thisYear);
  const years = Array.from({ length: YEARS_BACK }, (_, back) => String(thisYear - back));
  const query = useRead(
    'get-vat-periods',
    { year: Number(year) },
    { enabled: session !== undefined, keepPrevious: true },
  );
  const chosen = filters.period ?? (query.data && currentPeriod(query.data, session?.today ?? ''));
  return (
    <Page
      title={t('vat.title')}
      back={
        <Link
          to="/reports"
          search={{ view: 'vat' }}
          className="inline-flex items-center gap-1.5 text-muted hover:text-ink"
        >
          <ArrowLeft size={15} aria-hidden />
          {t('nav.reports')}
        </Link>
      }
      description={t('vat.about')}
      actions={
        session && (
          <>
            <Link to="/vat-kinds" className={buttonClass()}>
              {t('vat-kinds.title')}
            </Link>
            <SelectField
              label={t('vat.year')}
              values={years.includes(year) ? years : [year, ...years]}
              value={year}
              onChange={(one) => change({ year: one, period: undefined, box: undefined })}
            >
              {(one) => one}
            </SelectField>
          </>
        )
      }
    >
      <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <QueryView query={query}>
          {(periods) => (
            <PeriodList
              periods={periods}
              chosen={chosen}
              onChoose={(period) => change({ period, box: undefined })}
            />
          )}
        </QueryView>
        {chosen ? <VatReturn key={chosen} period={chosen} /> : <QueryCard query={query} />}
      </div>
    </Page>
  );
}

/** The last period that is over and not submitted, which is the one to work on; otherwise the last that is over. */
function currentPeriod(periods: OutputOf<'get-vat-periods'>, today: string): string | undefined {
  const past = periods.filter(({ to_date }) => to_date < today);
  return (past.findLast(({ state }) => state !== 'submitted') ?? past.at(-1) ?? periods[0])?.period;
}
