import { Receipt } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { FoundCost } from '../../api/types.ts';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { StateBadge } from '../../ui/badge.tsx';
import { List } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { Column } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { Upload } from './upload.tsx';

const PAGE = 50;
const TABS = ['New', 'Reading', 'Created', 'Posted', 'Skipped', 'Error'] as const;

/** Receipts come in at the top; below, how far each has come. */
export function Costs() {
  const { t } = useWords();
  const [filters, change] = useFilters();
  const pages = usePaging(PAGE);
  const state = filters.state ?? '';
  const query = useRead(
    'find-costs',
    { limit: PAGE, page: pages.page, ...(state && { state }), ...(filters.q && { search: filters.q }) },
    { keepPrevious: true },
  );
  const { data } = query;
  const columns = useColumns();
  const count = (one: string) =>
    (one ? data?.states.find((row) => row.state === one)?.count : data?.total) ?? 0;
  const rows = data?.rows ?? [];
  const waiting = rows.filter((row) => row.state === 'New');
  const next = (guid: string) => waiting[waiting.findIndex((row) => row.guid === guid) + 1]?.guid;
  return (
    <Page title={t('nav.costs')} description={t('costs.about')}>
      <Upload onDone={query.refetch} />
      <div className="mt-4 mb-3 flex flex-wrap items-center gap-2.5">
        <SearchBox label={t('costs.search')} value={filters.q ?? ''} onSearch={(q) => change({ q })} />
        <Segments
          label={t('field.status')}
          values={['', ...TABS.filter((one) => count(one) > 0 || one === state)]}
          value={state}
          onChange={(one) => change({ state: one })}
        >
          {(one) => (
            <>
              {one ? t(`cost.${one as 'New'}`) : t('costs.all')}{' '}
              <span className="figure font-normal">{count(one)}</span>
            </>
          )}
        </Segments>
      </div>
      <List
        label={t('nav.costs')}
        query={query}
        columns={columns}
        onOpen={(guid) => change({ open: guid })}
        pages={pages}
        onClear={filters.q || state ? () => change({ q: '', state: '' }) : undefined}
        empty={{
          icon: <Receipt size={22} aria-hidden />,
          title: t('costs.empty'),
          description: t('costs.empty-about'),
        }}
      />
      {filters.open && (
        <ReviewSheet
          key={filters.open}
          guid={filters.open}
          onClose={() => change({ open: undefined })}
          onNext={() => change({ open: next(filters.open ?? '') })}
        />
      )}
    </Page>
  );
}

export function CostState({ state }: { state: string }) {
  const { t } = useWords();
  return <StateBadge state={`cost-${state}`}>{t(`cost.${state as 'New'}`)}</StateBadge>;
}

function useColumns(): Column<FoundCost>[] {
  const { t, lang, tIfKnown } = useWords();
  return [
    {
      id: 'supplier',
      header: t('field.supplier_name'),
      card: 'title',
      cell: (row) => (
        <span className="font-medium">{row.supplier_name || row.description || t('costs.unknown')}</span>
      ),
    },
    {
      id: 'date',
      header: t('field.date'),
      cell: ({ issue_date, created_date }) => (
        <span className="figure">{formatDate(issue_date ?? created_date, lang)}</span>
      ),
    },
    {
      id: 'code',
      header: t('field.cost_code'),
      narrow: true,
      card: 'none',
      cell: ({ cost_code }) => tIfKnown(`code.${cost_code}`) ?? '–',
    },
    {
      id: 'state',
      header: t('field.status'),
      card: 'trailing',
      cell: ({ state }) => <CostState state={state} />,
    },
    {
      id: 'amount',
      header: t('field.amount'),
      figure: true,
      card: 'trailing',
      cell: ({ effect, currency }) => (effect === 0 ? '–' : formatMoney(effect, currency, lang)),
    },
  ];
}
