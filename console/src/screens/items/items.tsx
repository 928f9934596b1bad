import { Package, Plus, SearchX } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { FoundItem } from '../../api/types.ts';
import { useFilters } from '../../lib/filters.ts';
import { formatMoney } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search.tsx';
import { Empty, Skeleton, Trouble } from '../../ui/state.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { ItemDialog } from './item-dialog.tsx';

const PAGE = 50;

export function Items() {
  const { t } = useWords();
  const [filters, change] = useFilters();
  const page = Number(filters.page ?? 1) || 1;
  const { data, error, refetch, isFetching, isPlaceholderData } = useRead(
    'find-items',
    {
      limit: PAGE,
      page,
      ...(filters.q && { search: filters.q }),
      ...(filters.sort && { sort: filters.sort }),
    },
    { keep: true },
  );
  const opened = useRead('get-item', { guid: filters.open ?? '' }, { enabled: filters.open !== undefined });
  const columns = useColumns();
  const make = (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={() => change({ new: '1' })}>
      {t('new.item')}
    </Button>
  );
  return (
    <Page title={t('nav.items')} actions={make}>
      <div className="mb-3 flex flex-wrap gap-2.5">
        <SearchBox label={t('items.search')} value={filters.q ?? ''} onSearch={(q) => change({ q })} />
      </div>
      <Card flush>
        {error && !data ? (
          <Trouble error={error} onRetry={refetch} busy={isFetching} />
        ) : !data ? (
          <Skeleton rows={8} />
        ) : data.rows.length > 0 ? (
          <>
            <Table
              label={t('nav.items')}
              columns={columns}
              rows={data.rows}
              keyOf={({ guid }) => guid}
              onOpen={({ guid }) => change({ open: guid })}
              sorting={{
                by: filters.sort ?? 'description',
                ascending: filters.sort !== 'price',
                onSort: (sort) => change({ sort: sort === 'description' ? '' : sort }),
              }}
              faded={isPlaceholderData}
            />
            <Pager
              page={page}
              pageSize={PAGE}
              count={data.count}
              onPage={(next) => change({ page: next > 1 ? String(next) : '' })}
            />
          </>
        ) : filters.q ? (
          <Empty icon={<SearchX size={22} aria-hidden />} title={t('none.title')} about={t('none.about')}>
            <Button onClick={() => change({ q: '' })}>{t('filter.clear')}</Button>
          </Empty>
        ) : (
          <Empty
            icon={<Package size={22} aria-hidden />}
            title={t('items.empty')}
            about={t('items.empty-about')}
          >
            {make}
          </Empty>
        )}
      </Card>
      {filters.new && (
        <ItemDialog
          start={{}}
          onClose={() => change({ new: undefined })}
          onSaved={() => change({ new: undefined })}
        />
      )}
      {filters.open && opened.data && (
        <ItemDialog
          key={filters.open}
          start={opened.data}
          onClose={() => change({ open: undefined })}
          onSaved={() => change({ open: undefined })}
        />
      )}
    </Page>
  );
}

function useColumns(): Column<FoundItem>[] {
  const { t, lang, maybe } = useWords();
  return [
    {
      id: 'number',
      header: t('field.item_number'),
      sort: 'number',
      cell: ({ item_number }) => <span className="figure">{item_number}</span>,
    },
    {
      id: 'description',
      header: t('field.description'),
      sort: 'description',
      card: 'title',
      cell: ({ description, active }) => (
        <span className="flex items-center gap-2 font-medium">
          {description}
          {!active && <Badge>{t('inactive')}</Badge>}
        </span>
      ),
    },
    {
      id: 'uom',
      header: t('field.uom'),
      narrow: true,
      card: 'none',
      cell: ({ uom }) => maybe(`unit.${uom}`),
    },
    { id: 'tax', header: t('field.tax'), cell: ({ tax }) => maybe(`vat.${tax}`) },
    {
      id: 'price',
      header: t('item.price'),
      sort: 'price',
      figure: true,
      card: 'side',
      cell: ({ unit_price }) => formatMoney(unit_price, 'ISK', lang),
    },
  ];
}
