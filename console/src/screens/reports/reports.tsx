import { Download, Printer } from 'lucide-react';
import { useRead, useSession } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { saveCsv } from '../../lib/csv.ts';
import { type Filters, useFilters } from '../../lib/filters.ts';
import { formatMonth, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Field } from '../../ui/field.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { Word } from '../../words/lang.ts';
import { useWords } from '../../words/words.tsx';

const VIEWS = ['month', 'customer', 'item', 'vat', 'aged'] as const;
type View = (typeof VIEWS)[number];

interface Report {
  headers: string[];
  /** The number of decimals of columns that are not money. */
  places?: Record<number, number>;
  rows: { key: string; cells: (string | number)[] }[];
  total: (string | number)[];
}

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
  const rows = query.data?.rows.map(({ key, label, count, qty, net, vat }) => ({
    key,
    cells: [
      by === 'month' ? formatMonth(label, lang, true) : label,
      count,
      ...(by === 'item' ? [qty] : []),
      net,
      vat,
    ],
  }));
  const all = query.data?.total;
  const total = all ? [t('report.total'), all.count, ...(by === 'item' ? [''] : []), all.net, all.vat] : [];
  return (
    <ReportTable
      title={`report.by-${by}`}
      query={query}
      report={rows && { headers, rows, total, places: by === 'item' ? { 2: 3 } : {} }}
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
  return <ReportTable title="report.by-vat" query={query} report={rows && { headers, rows, total }} />;
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

interface TableProps {
  title: Word;
  query: { error: Error | null; refetch(): void; isFetching: boolean; isPlaceholderData: boolean };
  report: Report | undefined;
}

function ReportTable({ title, query, report }: TableProps) {
  const { t } = useWords();
  const [filters] = useFilters();
  if (!report) {
    return (
      <Card flush>
        {query.error ? (
          <LoadError error={query.error} onRetry={query.refetch} busy={query.isFetching} />
        ) : (
          <Skeleton onRetry={query.refetch} />
        )}
      </Card>
    );
  }
  const actions = (
    <span className="no-print flex gap-2">
      <Button
        small
        icon={<Download size={15} aria-hidden />}
        onClick={() =>
          saveCsv(fileName(filters), [report.headers, ...report.rows.map(({ cells }) => cells), report.total])
        }
      >
        CSV
      </Button>
      <Button small icon={<Printer size={15} aria-hidden />} onClick={() => window.print()}>
        {t('print')}
      </Button>
    </span>
  );
  return (
    <Card title={t(title)} actions={actions} flush>
      {report.rows.length === 0 ? (
        <p className="px-5 py-10 text-center text-muted">{t('report.nothing')}</p>
      ) : (
        <section
          className={`overflow-x-auto transition-opacity ${query.isPlaceholderData ? 'opacity-60' : ''}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t(title)}
        >
          <table className="w-full">
            <thead>
              <tr className="border-b text-left text-xs text-muted">
                {report.headers.map((header, place) => (
                  <th
                    key={header}
                    scope="col"
                    className={`px-3 py-2.5 font-medium whitespace-nowrap first:pl-5 last:pr-5 max-sm:not-first:not-last:px-2 ${place > 0 ? 'text-right' : ''}`}
                  >
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {report.rows.map(({ key, cells }) => (
                <tr key={key} className="border-b">
                  <Cells cells={cells} places={report.places} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="bg-accent-subtle/50 font-semibold">
                <Cells cells={report.total} places={report.places} />
              </tr>
            </tfoot>
          </table>
        </section>
      )}
      <p className="border-t px-5 py-2.5 text-[0.8125rem] text-muted">{t('report.isk')}</p>
    </Card>
  );
}

interface CellsProps {
  cells: readonly (string | number)[];
  places: Record<number, number> | undefined;
}

function Cells({ cells, places }: CellsProps) {
  const { lang } = useWords();
  return cells.map((cell, place) => (
    <td
      // biome-ignore lint/suspicious/noArrayIndexKey: the order of columns is fixed
      key={place}
      className={`px-3 py-2.5 first:pl-5 last:pr-5 max-sm:not-first:not-last:px-2 ${place > 0 ? 'figure text-right' : 'min-w-28 font-medium'}`}
    >
      {typeof cell === 'number' ? formatNumber(cell, lang, 0, places?.[place] ?? 0) : cell}
    </td>
  ));
}

function fileName({ view = 'month', from = '', to = '' }: Filters): string {
  return `kvitt-${[view, from, to].filter(Boolean).join('-')}.csv`;
}
