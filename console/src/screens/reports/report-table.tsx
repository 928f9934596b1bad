import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { Lang, TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { isDate } from '../../lib/dates.ts';
import { useFilters } from '../../lib/filters.ts';
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts';
import type { ReportPeriod } from '../../lib/report-period.ts';
import { type Bar, BarChart } from '../../ui/elements/bar-chart.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Letterhead } from '../../ui/elements/letterhead.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { othersRow } from './others.ts';

export interface RowLink {
  to: string;
  search: Record<string, string>;
}

export interface Report {
  headers: string[];
  /** The number of decimals of columns that are not money. */
  places?: Record<number, number>;
  /** `link` leads to the documents behind a row. */
  rows: { key: string; link?: RowLink; links?: Record<number, RowLink>; cells: (string | number)[] }[];
  total: (string | number)[];
  /** The columns in which one document counts in several rows. */
  overlapping?: readonly number[];
  /** The totals of the year before. */
  compared?: (string | number)[] | undefined;
  /** How many costs are not in the sums, because their exchange rate is not known. */
  withoutRate?: number | undefined;
  /** What a reader must know of the sums. */
  note?: string | undefined;
  /** The one figure that the report is about. */
  headline?: { label: string; amount: number; about?: string | undefined } | undefined;
  chart?: { series: readonly string[]; bars: readonly Bar[] } | undefined;
  /** The columns that a phone has no room for. */
  wide?: readonly number[];
}

export interface ReportProps {
  title: TextKey;
  query: { error: Error | null; refetch(): void; isFetching: boolean; isPlaceholderData: boolean };
  report: Report | undefined;
  /** Left out for a report of one day. */
  period?: ReportPeriod;
  /** That day, where it is not today. */
  asOf?: string | undefined;
}

/** A report as a table, with its totals below, a button that saves it as CSV and one that prints it. */
export function ReportTable({ title, query, report: read, period, asOf }: ReportProps) {
  const { t, tn } = useTranslation();
  const report = read && withOthers(read, t('report.others'));
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
  return (
    <Card title={t(title)} actions={<ReportActions report={report} title={t(title)} />} flush>
      <Letterhead period={period} asOf={asOf} />
      {report.headline && report.rows.length > 0 && <Headline {...report.headline} />}
      {report.chart && report.rows.length > 1 && <BarChart {...report.chart} />}
      {report.rows.length === 0 ? (
        <p className="px-5 py-10 text-center text-muted">{t('report.nothing')}</p>
      ) : (
        <section
          className={`overflow-x-auto transition-opacity ${query.isPlaceholderData ? 'opacity-60' : ''}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t(title)}
        >
          <ReportRows report={report} />
        </section>
      )}
      {report.withoutRate ? (
        <p role="note" className="bg-warning-subtle px-5 py-2.5 text-warning">
          {tn('report.without-rate', report.withoutRate)}
        </p>
      ) : null}
      {report.note && <p className="border-t px-5 py-2.5 text-dense text-muted">{report.note}</p>}
      <p className="border-t px-5 py-2.5 text-dense text-muted">{t('report.isk')}</p>
    </Card>
  );
}

function Headline({ label, amount, about }: NonNullable<Report['headline']>) {
  const { lang } = useTranslation();
  return (
    <div className="no-print px-5 pt-4">
      <p className="text-dense text-muted">{label}</p>
      <p className="figure text-3xl font-semibold tracking-tight">{formatMoney(amount, 'ISK', lang)}</p>
      {about && <p className="text-muted">{about}</p>}
    </div>
  );
}

/** Adds a row for what a long report leaves out. */
function withOthers(report: Report, label: string): Report {
  const shown = report.rows.map(({ cells }) => cells);
  const cells = othersRow(shown, report.total, label, report.overlapping);
  return cells ? { ...report, rows: [...report.rows, { key: 'others', cells }] } : report;
}

function ReportActions({ report, title }: { report: Report; title: string }) {
  const { t } = useTranslation();
  const [filters] = useFilters();
  const load = async () => [
    report.headers,
    ...report.rows.map(({ cells }) => cells),
    report.total,
    ...(report.compared ? [report.compared] : []),
  ];
  return (
    <span className="no-print flex gap-2">
      <ExportMenu title={title} period={filters} load={load} />
      <Button small icon={<Printer size={15} aria-hidden />} onClick={() => window.print()}>
        {t('print')}
      </Button>
    </span>
  );
}

function ReportRows({ report }: { report: Report }) {
  return (
    <table className="w-full print:text-xs">
      <thead>
        <tr className="border-b text-left text-xs text-muted">
          {report.headers.map((header, index) => (
            <th
              key={header}
              scope="col"
              className={`px-3 py-2.5 font-medium whitespace-nowrap first:pl-5 print:px-1.5 print:whitespace-normal last:pr-5 max-sm:px-1.5 max-sm:text-dense max-sm:first:pl-4 max-sm:last:pr-4 ${index > 0 ? 'text-right' : ''} ${report.wide?.includes(index) ? 'max-sm:hidden' : ''}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.rows.map(({ key, link, links, cells }) => (
          <tr key={key} className="border-b">
            <Cells cells={cells} report={report} links={link ? { ...links, 0: link } : (links ?? {})} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="bg-accent-subtle/50 font-semibold">
          <Cells cells={report.total} report={report} />
        </tr>
        {report.compared && (
          <tr className="text-muted">
            <Cells cells={report.compared} report={report} />
          </tr>
        )}
      </tfoot>
    </table>
  );
}

interface CellsProps {
  cells: readonly (string | number)[];
  report: Pick<Report, 'places' | 'wide'>;
  /** To the documents behind a cell, by its column. */
  links?: Record<number, RowLink>;
}

function cellText(cell: string | number, lang: Lang, places = 0): string {
  if (typeof cell === 'number') return formatNumber(cell, lang, 0, places);
  return isDate(cell) ? formatDate(cell, lang) : cell;
}

function Cells({ cells, report: { places, wide }, links = {} }: CellsProps) {
  const { lang } = useTranslation();
  return cells.map((cell, index) => {
    const text = cellText(cell, lang, places?.[index]);
    const link = links[index];
    return (
      <td
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of columns is fixed
        key={index}
        className={`px-3 py-2.5 first:pl-5 last:pr-5 max-sm:px-1.5 max-sm:text-dense max-sm:first:pl-4 max-sm:last:pr-4 print:px-1.5 print:py-1.5 ${index > 0 ? 'figure text-right' : 'min-w-28 font-medium max-sm:min-w-20'} ${wide?.includes(index) ? 'max-sm:hidden' : ''}`}
      >
        {link ? (
          <Link
            to={link.to}
            search={link.search}
            className="text-accent underline-offset-2 hover:underline print:text-ink"
          >
            {text}
          </Link>
        ) : (
          text
        )}
      </td>
    );
  });
}
