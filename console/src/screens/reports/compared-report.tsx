import { useTranslation } from '../../i18n/translation.tsx';
import type { Bar } from '../../ui/elements/bar-chart.tsx';
import { type Report, type ReportProps, ReportTable, type RowLink } from './report-table.tsx';

interface Props<Sums, Row extends Sums>
  extends Pick<ReportProps, 'title' | 'period'>,
    Pick<Report, 'note' | 'places' | 'overlapping'> {
  query: ReportProps['query'] & {
    data: { rows: readonly Row[]; total: Sums; without_rate?: number } | undefined;
  };
  /** The sums of the year before. */
  before: Sums | undefined;
  /** The first column: what the rows are, and the name of each. */
  name: readonly [header: string, of: (row: Row) => string];
  /** The other columns, of the rows as well as of their totals. */
  figures: readonly (readonly [header: string, of: (sums: Sums) => string | number])[];
  keyOf(row: Row): string;
  linkOf(row: Row): RowLink;
  /** The figure that the report is about. */
  headline: readonly [label: string, of: (sums: Sums) => number];
  chart?: { series: readonly string[]; barOf(row: Row): Omit<Bar, 'key'> };
}

/** A report whose totals stand beside those of the year before. */
export function ComparedReport<Sums, Row extends Sums>(props: Props<Sums, Row>) {
  const { title, period, query, before, name, figures, keyOf, linkOf, headline, chart, ...more } = props;
  const { t } = useTranslation();
  const [label, figureOf] = headline;
  const cells = (sums: Sums) => figures.map(([, of]) => of(sums));
  const toReport = ({ rows, total, without_rate }: NonNullable<typeof query.data>): Report => {
    const change = changeText(figureOf(total), before && figureOf(before));
    return {
      headers: [name[0], ...figures.map(([header]) => header)],
      rows: rows.map((row) => ({ key: keyOf(row), link: linkOf(row), cells: [name[1](row), ...cells(row)] })),
      total: [t('report.total'), ...cells(total)],
      compared: before && [t('report.year-before'), ...cells(before)],
      withoutRate: without_rate,
      headline: {
        label,
        amount: figureOf(total),
        about: change ? t('report.change', { change }) : undefined,
      },
      chart: chart && {
        series: chart.series,
        bars: rows.map((row) => ({ key: keyOf(row), ...chart.barOf(row) })),
      },
      ...more,
    };
  };
  return (
    <ReportTable title={title} query={query} report={query.data && toReport(query.data)} period={period} />
  );
}

/** How much more or less than before, in percent; null where there is nothing to compare with. */
function changeText(now: number, before: number | undefined): string | null {
  if (!before) return null;
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`;
}
