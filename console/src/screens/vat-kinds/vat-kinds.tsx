import { Link } from '@tanstack/react-router';
import { ArrowLeft, CheckCircle2 } from 'lucide-react';
import { useRead, useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useScreenNavigate } from '../../lib/navigation.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { Page } from '../../ui/elements/page.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { List } from '../../ui/lists/list.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { DecideBar } from './decide-bar.tsx';
import type { UnstatedRow } from './unstated-row.ts';

const PAGE_SIZE = 50;
const TABS = ['open', 'decided'] as const;
type Tab = (typeof TABS)[number];

/** What is sold without VAT and does not say why, so that somebody looks at it before the return is filed. */
export function VatKinds() {
  const { t } = useTranslation();
  const navigate = useScreenNavigate();
  const { data: session } = useSession();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const tab: Tab = filters.state === 'decided' ? 'decided' : 'open';
  const query = useRead(
    'get-unstated-vat-kinds',
    { ...paging.query, ...(filters.period && { period: filters.period }), decided: tab === 'decided' },
    { keepPrevious: true },
  );
  const selection = useSelection<UnstatedRow>();
  const columns = useColumns();
  const open = (guid: string) => {
    const row = query.data?.find((one) => one.guid === guid);
    if (row) navigate({ to: placeOf(row), search: { open: guid } });
  };
  return (
    <Page
      title={t('vat-kinds.title')}
      back={
        <Link
          to="/vat"
          search={{ period: filters.period }}
          className="inline-flex items-center gap-1.5 text-muted hover:text-ink"
        >
          <ArrowLeft size={15} aria-hidden />
          {t('vat.title')}
        </Link>
      }
      description={t('vat-kinds.about')}
    >
      <div className="mb-4">
        <Segments<Tab>
          label={t('vat-kinds.title')}
          values={TABS}
          value={tab}
          onChange={(state) => change({ state: state === 'open' ? undefined : state, page: undefined })}
        >
          {(value) => t(`vat-kinds.${value}`)}
        </Segments>
      </div>
      <List
        label={t('vat-kinds.title')}
        query={query}
        columns={columns}
        onOpen={open}
        paging={paging}
        {...(session?.person.role !== 'viewer' && { selection })}
        empty={{
          icon: <CheckCircle2 size={22} aria-hidden />,
          title: t(`vat-kinds.${tab}-empty`),
          description: t('vat-kinds.empty-about'),
        }}
      />
      <DecideBar selection={selection} />
    </Page>
  );
}

function useColumns(): readonly Column<UnstatedRow>[] {
  const { t, lang } = useTranslation();
  return [
    { id: 'text', header: t('vat-kinds.what'), cell: ({ text }) => text, card: 'title' },
    { id: 'sold', header: t('vat-kinds.sold'), cell: ({ sold }) => sold },
    {
      id: 'kind',
      header: t('field.type'),
      cell: ({ kind, number }) => `${t(`vat-kinds.kind-${kind as 'item'}`)} ${number}`.trim(),
    },
    {
      id: 'date',
      header: t('field.date'),
      cell: ({ date }) => (date ? formatDate(date, lang) : ''),
      narrow: true,
    },
    {
      id: 'counts_as',
      header: t('vat-kinds.counts-as'),
      cell: ({ counts_as }) =>
        t(`vat-kind.${(counts_as === 'by_buyer' ? 'unstated' : counts_as) as 'unstated'}`),
    },
    {
      id: 'amount',
      header: t('field.amount'),
      cell: ({ amount }) => (amount === null ? '' : formatNumber(amount, lang, 0, 2)),
      figure: true,
      card: 'trailing',
    },
  ];
}

/** Where the record can be read, and where it can state its kind itself. */
function placeOf({ kind }: UnstatedRow) {
  if (kind === 'item') return '/items';
  if (kind === 'product_sale') return '/selling';
  return kind === 'recurring' ? '/recurring' : '/invoices';
}
