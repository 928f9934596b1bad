import { useRead, useSession } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useFilters } from '../../lib/filters.ts';
import { formatMonth } from '../../lib/format.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { Field } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useWords } from '../../words/words.tsx';
import { ReportTable } from './report-table.tsx';

const VIEWS = ['month', 'customer', 'item', 'vat', 'aged'] as const;
type View = (typeof VIEWS)[number];

/** Reports of sales, VAT and receivables, for the screen, for print, and as CSV. */
export function Reports() {
  const { t } = useWords();
  const { data: session } = useSession();
  const [filters, change] = useFilters();
  const view: View = VIEWS.find((one) => one === filters.view) ?? 'month';
  const year = session?.today.slice(0, 4) ?? '';
  const period = { from_date: filters.from || `${year}-01-01`, to_date: filters.to || session?.today || '' };
  return (
    <Page title={t('nav.reports')}>
      <div className="no-print mb-4 flex flex-wrap items-end gap-3">
        <Segments
          label={t('nav.reports')}
          values={VIEWS}
          value={view}
          onChange={(one) => change({ view: one === 'month' ? '' : one })}
        >
          {(one) => t(`report.by-${one}`)}
        </Segments>
        {view !== 'aged' && (
          <div className="flex gap-3">
            <Field label={t('filter.from')}>
              <DateInput value={period.from_date} onChange={(from) => change({ from })} />
            </Field>
            <Field label={t('filter.to')}>
              <DateInput value={period.to_date} onChange={(to) => change({ to })} />
            </Field>
          </div>
        )}
      </div>
      {session &&
        (view === 'vat' ? (
          <Vat period={period} />
        ) : view === 'aged' ? (
          <Aged />
        ) : (
          <Sales by={view} period={period} />
        ))}
    </Page>
  );
}

interface PeriodProps {
  period: { from_date: string; to_date: string };
}

function Sales({ by, period }: PeriodProps & { by: 'month' | 'customer' | 'item' }) {
  const { t, lang } = useWords();
  const query = useRead('get-sales', { ...period, by }, { keepPrevious: true });
  const headers = [
    t(`report.${by}`),
    t('report.count'),
    ...(by === 'item' ? [t('field.qty')] : []),
    t('total.net'),
    t('total.vat'),
  ];
  const labelOf = (key: string, label: string) => {
    if (by === 'month') return formatMonth(label, lang, true);
    return key === 'free-lines' ? t('report.free-lines') : label;
  };
  const rows = query.data?.rows.map(({ key, label, count, qty, net, vat }) => ({
    key,
    cells: [labelOf(key, label), count, ...(by === 'item' ? [qty] : []), net, vat],
  }));
  const all = query.data?.total;
  const total = all ? [t('report.total'), all.count, ...(by === 'item' ? [''] : []), all.net, all.vat] : [];
  return (
    <ReportTable
      title={`report.by-${by}`}
      query={query}
      report={rows && { headers, rows, total, places: by === 'item' ? { 2: 3 } : {} }}
      period={period}
    />
  );
}

type VatSums = OutputOf<'get-vat'>['total'];

function Vat({ period }: PeriodProps) {
  const { t, lang } = useWords();
  const query = useRead('get-vat', period, { keepPrevious: true });
  const headers = [
    t('report.period'),
    t('report.net24'),
    t('report.vat24'),
    t('report.net11'),
    t('report.vat11'),
    t('report.net0'),
  ];
  const sums = (of: VatSums) => [of.net_24, of.vat_24, of.net_11, of.vat_11, of.net_0];
  const rows = query.data?.rows.map((row) => {
    const first = formatMonth(row.first_month, lang);
    const last = formatMonth(row.last_month, lang, true);
    return {
      key: row.period,
      cells: [`${first}–${last}`, ...sums(row)],
    };
  });
  const total = query.data ? [t('report.total'), ...sums(query.data.total)] : [];
  return (
    <ReportTable
      title="report.by-vat"
      query={query}
      report={rows && { headers, rows, total }}
      period={period}
    />
  );
}

function Aged() {
  const { t } = useWords();
  const query = useRead('get-aged-receivables', {});
  const headers = [
    t('report.customer'),
    t('band.0'),
    t('band.1'),
    t('band.2'),
    t('band.3'),
    t('band.4'),
    t('report.total'),
  ];
  const rows = query.data?.rows.map(({ customer_guid, customer, bands, total }) => ({
    key: customer_guid,
    cells: [customer, ...bands, total],
  }));
  const all = query.data?.total;
  const total = all ? [t('report.total'), ...all.bands, all.total] : [];
  return <ReportTable title="report.by-aged" query={query} report={rows && { headers, rows, total }} />;
}
