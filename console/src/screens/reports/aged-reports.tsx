import { useRead, useSession } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatDate } from '../../lib/format.ts';
import { ReportTable, type RowLink } from './report-table.tsx';

/** The day that the report is of; undefined where it is today. */
function usePastDay(): string | undefined {
  const { data: session } = useSession();
  const [{ day }] = useFilters();
  return day && day !== session?.today ? day : undefined;
}

/** What customers owed on a day, by default today. Payments count from their day of value. */
export function AgedReceivables() {
  const { t } = useTranslation();
  const day = usePastDay();
  const query = useRead('get-aged-receivables', day ? { as_of: day } : {}, { keepPrevious: true });
  // What is unpaid today says nothing of another day.
  const linkTo = (customer: string): RowLink =>
    day
      ? { to: `/customers/${customer}`, search: { view: 'statement' } }
      : { to: '/invoices', search: { tab: 'unpaid', customer } };
  const rows = query.data?.rows.map(({ customer_guid, customer, ...sums }) => ({
    key: customer_guid,
    name: customer,
    link: linkTo(customer_guid),
    sums,
  }));
  const texts = { title: 'report.by-aged', who: t('report.customer'), unpaid: t('overview.unpaid') } as const;
  return <Aged texts={texts} day={day} query={query} rows={rows} all={query.data?.total} />;
}

/** What was owed to suppliers on a day, by default today. */
export function AgedPayables() {
  const { t } = useTranslation();
  const day = usePastDay();
  const query = useRead('get-aged-payables', day ? { as_of: day } : {}, { keepPrevious: true });
  const rows = query.data?.rows.map(({ supplier_id, supplier, ...sums }) => {
    const key = supplier_id || supplier;
    const search = { supplier: key, ...(!day && { state: 'payable' }) };
    return { key, name: supplier, link: { to: '/costs', search }, sums };
  });
  const texts = {
    title: 'report.by-payables',
    who: t('field.supplier_name'),
    unpaid: t('cost.payable'),
  } as const;
  return <Aged texts={texts} day={day} query={query} rows={rows} all={query.data?.total} />;
}

type Sums = Pick<OutputOf<'get-aged-receivables'>['total'], 'bands' | 'credit' | 'total'>;

interface Props {
  texts: { title: 'report.by-aged' | 'report.by-payables'; who: string; unpaid: string };
  day: string | undefined;
  query: Parameters<typeof ReportTable>[0]['query'];
  rows: { key: string; name: string; link: RowLink; sums: Sums }[] | undefined;
  all: Sums | undefined;
}

function Aged({ texts, day, query, rows, all }: Props) {
  const { t, lang } = useTranslation();
  const headers = [
    texts.who,
    t('band.0'),
    t('band.1'),
    t('band.2'),
    t('band.3'),
    t('band.4'),
    t('report.credit'),
    t('report.total'),
  ];
  const toCells = (name: string, { bands, credit, total }: Sums) => [name, ...bands, credit, total];
  return (
    <ReportTable
      title={texts.title}
      asOf={day}
      query={query}
      report={
        rows && {
          headers,
          rows: rows.map(({ key, name, link, sums }) => ({ key, link, cells: toCells(name, sums) })),
          total: all ? toCells(t('report.total'), all) : [],
          wide: [1, 2, 3, 4],
          headline: all && {
            label: texts.unpaid,
            amount: all.total,
            about: day ? t('report.as-of', { date: formatDate(day, lang) }) : undefined,
          },
          chart: all && {
            series: [t('report.total')],
            bars: all.bands.map((value, band) => ({
              key: String(band),
              label: headers[band + 1] ?? '',
              values: [value],
            })),
          },
        }
      }
    />
  );
}
