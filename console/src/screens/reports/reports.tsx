import { Link } from '@tanstack/react-router';
import { NO_CODE } from '../../api/choices.ts';
import { useRead, useSession } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatDate, formatMoney, formatMonth } from '../../lib/format.ts';
import type { ReportPeriod } from '../../lib/report-period.ts';
import { buttonClass } from '../../ui/elements/button.tsx';
import { Page } from '../../ui/elements/page.tsx';
import { BooksExport } from '../../ui/records/books-export.tsx';
import { AgedPayables, AgedReceivables } from './aged-reports.tsx';
import { ComparedReport } from './compared-report.tsx';
import { monthPeriod, overlap, yearBefore } from './periods.ts';
import { DayChoice, PeriodChoice, VIEWS, type View, ViewChoice } from './report-choices.tsx';
import { ReportTable } from './report-table.tsx';
import { vatCells, vatSums } from './vat-cells.ts';

/** Reports of sales, VAT and receivables, for the screen, for print, and as CSV. */
export function Reports() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const [filters, change] = useFilters();
  const view: View = VIEWS.find((one) => one === filters.view) ?? 'month';
  const year = session?.today.slice(0, 4) ?? '';
  const period = { from_date: filters.from || `${year}-01-01`, to_date: filters.to || session?.today || '' };
  return (
    <Page title={t('nav.reports')} isTitlePrinted={false}>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-[13.5rem_minmax(0,1fr)] print:block">
        <ViewChoice view={view} onChange={(one) => change({ view: one === 'month' ? '' : one })} />
        <div className="min-w-0">
          <p className="no-print mb-3 text-muted">{t(`report.about-${view}`)}</p>
          <div className="no-print mb-4 flex flex-wrap items-end gap-3">
            {view === 'aged' || view === 'payables' ? (
              <DayChoice />
            ) : (
              <>
                <PeriodChoice period={period} />
                <BooksExport period={period} />
                <Link
                  to="/journal"
                  search={{ from: filters.from, to: filters.to }}
                  className={buttonClass('plain')}
                >
                  {t('journal.title')}
                </Link>
                {view === 'vat' && (
                  <Link to="/vat" className={buttonClass('primary')}>
                    {t('vat.title')}
                  </Link>
                )}
              </>
            )}
          </div>
          {session && <Report view={view} period={period} />}
        </div>
      </div>
    </Page>
  );
}

function Report({ view, period }: PeriodProps & { view: View }) {
  if (view === 'vat') return <Vat period={period} />;
  if (view === 'aged') return <AgedReceivables />;
  if (view === 'payables') return <AgedPayables />;
  if (view === 'profit') return <Profit period={period} />;
  if (view === 'code' || view === 'supplier') return <Costs by={view} period={period} />;
  return <Sales by={view} period={period} />;
}

/** The filters of a list that shows the documents of a period. */
const within = ({ from_date, to_date }: ReportPeriod) => ({ from: from_date, to: to_date });

interface PeriodProps {
  period: ReportPeriod;
}

type SalesView = 'month' | 'customer' | 'item';

/** The filters of the invoices behind a row of the sales. */
function salesFilters(by: SalesView, key: string, period: ReportPeriod): Record<string, string> {
  if (by === 'month') return within(overlap(monthPeriod(key), period));
  return { ...within(period), [by]: key };
}

function Sales({ by, period }: PeriodProps & { by: SalesView }) {
  const { t, lang } = useTranslation();
  const query = useRead('get-sales', { ...period, by }, { keepPrevious: true });
  const before = useRead('get-sales', { ...yearBefore(period), by }, { keepPrevious: true });
  const nameOf = ({ key, label }: SalesRow) => {
    if (by === 'month') return formatMonth(label, lang, true);
    return key === 'free-lines' ? t('report.free-lines') : label;
  };
  return (
    <ComparedReport<SalesSums, SalesRow>
      title={`report.by-${by}`}
      query={query}
      before={before.data?.total}
      name={[t(`report.${by}`), nameOf]}
      figures={[
        [t('report.count'), ({ count }) => count],
        ...(by === 'item' ? [[t('field.qty'), ({ qty }: SalesSums) => qty ?? ''] as const] : []),
        [t('total.net'), ({ net }) => net],
        [t('total.vat'), ({ vat }) => vat],
      ]}
      keyOf={({ key }) => key}
      linkOf={({ key }) => ({ to: '/invoices', search: salesFilters(by, key, period) })}
      headline={[t('report.sales-net'), ({ net }) => net]}
      period={period}
      {...(by === 'month' && {
        chart: {
          series: [t('total.net')],
          barOf: ({ label, net }) => ({ label: formatMonth(label, lang), values: [net] }),
        },
      })}
      {...(by === 'item' && { places: { 2: 3 }, overlapping: [1] })}
    />
  );
}

type SalesRow = OutputOf<'get-sales'>['rows'][number];
/** The quantities of different items have no total. */
type SalesSums = OutputOf<'get-sales'>['total'] & { qty?: number };

/** Sales minus costs, month by month, beside the year before. */
function Profit({ period }: PeriodProps) {
  const { t, lang } = useTranslation();
  const query = useRead('get-profit', period, { keepPrevious: true });
  const before = useRead('get-profit', yearBefore(period), { keepPrevious: true });
  const unexpensed = query.data?.unexpensed;
  return (
    <ComparedReport
      title="report.by-profit"
      query={query}
      before={before.data?.total}
      name={[t('report.month'), ({ month }) => formatMonth(month, lang, true)]}
      figures={[
        [t('report.sales'), ({ sales }) => sales],
        [t('report.costs'), ({ costs }) => costs],
        [t('report.profit'), ({ profit }) => profit],
      ]}
      keyOf={({ month }) => month}
      linkOf={({ month }) => ({ to: '/invoices', search: within(overlap(monthPeriod(month), period)) })}
      headline={[t('report.profit'), ({ profit }) => profit]}
      period={period}
      note={unexpensed ? t('report.unexpensed', { amount: formatMoney(unexpensed, 'ISK', lang) }) : undefined}
      chart={{
        series: [t('report.costs'), t('report.sales')],
        barOf: ({ month, sales, costs }) => ({ label: formatMonth(month, lang), values: [costs, sales] }),
      }}
    />
  );
}

/** Approved costs by code or by supplier. */
function Costs({ by, period }: PeriodProps & { by: 'code' | 'supplier' }) {
  const { t, tIfKnown } = useTranslation();
  const query = useRead('get-cost-sums', { ...period, by }, { keepPrevious: true });
  const before = useRead('get-cost-sums', { ...yearBefore(period), by }, { keepPrevious: true });
  const codeName = (key: string) =>
    [key, tIfKnown(`code.${key}`)].filter(Boolean).join(' · ') || t('report.no-code');
  return (
    <ComparedReport
      title={`report.by-${by}`}
      query={query}
      before={before.data?.total}
      name={[
        t(by === 'code' ? 'field.cost_code' : 'field.supplier_name'),
        ({ key, label }) => (by === 'code' ? codeName(key) : label),
      ]}
      figures={[
        [t('report.cost-count'), ({ count }) => count],
        [t('total.net'), ({ net }) => net],
        [t('total.vat'), ({ vat }) => vat],
      ]}
      keyOf={({ key }) => key}
      linkOf={({ key }) => ({
        to: '/costs',
        search: { ...within(period), ...(by === 'code' ? { code: key || NO_CODE } : { supplier: key }) },
      })}
      headline={[t('report.costs-net'), ({ net }) => net]}
      period={period}
    />
  );
}

/** The VAT return of each settlement period: output VAT minus input VAT. */
function Vat({ period }: PeriodProps) {
  const { t, lang } = useTranslation();
  const query = useRead('get-vat', period, { keepPrevious: true });
  const headers = [
    t('report.period'),
    t('report.net24'),
    t('report.net11'),
    t('report.net0'),
    t('report.output-vat'),
    t('report.input-vat'),
    t('report.to-pay'),
    t('report.due-on'),
  ];
  const rows = query.data?.rows.map((row) => {
    const days = {
      from_date: monthPeriod(row.first_month).from_date,
      to_date: monthPeriod(row.last_month).to_date,
    };
    return {
      key: row.period,
      links: {
        0: { to: '/invoices', search: within(overlap(days, period)) },
        4: { to: '/invoices', search: within(overlap(days, period)) },
        5: { to: '/costs', search: within(overlap(days, period)) },
      },
      cells: vatCells(row, lang),
    };
  });
  const total = query.data ? [t('report.total'), ...vatSums(query.data.total), ''] : [];
  const last = query.data?.rows.at(-1);
  return (
    <ReportTable
      title="report.by-vat"
      query={query}
      report={
        rows && {
          headers,
          rows,
          total,
          withoutRate: query.data?.without_rate,
          wide: [1, 2, 3, 7],
          headline: last && {
            label: t('report.vat-of', { period: String(rows?.at(-1)?.cells[0] ?? '') }),
            amount: last.to_pay,
            about: t('report.vat-due', { date: formatDate(last.due_on, lang) }),
          },
        }
      }
      period={period}
    />
  );
}
