import { Package, Plus } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { FoundItem } from '../../api/types.ts';
import { useFilters, usePaging, useSorting } from '../../lib/filters.ts';
import { formatMoney } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { List } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import type { Column } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { ItemDialog } from './item-dialog.tsx';

const PAGE = 50;

export function Items() {
  const { t } = useWords();
  const [filters, change] = useFilters();
  const pages = usePaging(PAGE);
  const query = useRead(
    'find-items',
    {
      limit: PAGE,
      page: pages.page,
      ...(filters.q && { search: filters.q }),
      ...(filters.sort && { sort: filters.sort }),
    },
    { keepPrevious: true },
  );
  const columns = useColumns();
  const sorting = useSorting('description', 'price');
  const make = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => change({ new: '1' })}>
      {t('new.item')}
    </Button>
  );
  return (
    <Page title={t('nav.items')} actions={make}>
      <div className="mb-3 flex flex-wrap gap-2.5">
        <SearchBox label={t('items.search')} value={filters.q ?? ''} onSearch={(q) => change({ q })} />
      </div>
      <List
        label={t('nav.items')}
        query={query}
        columns={columns}
        onOpen={(guid) => change({ open: guid })}
        sorting={sorting}
        pages={pages}
        onClear={filters.q ? () => change({ q: '' }) : undefined}
        empty={{
          icon: <Package size={22} aria-hidden />,
          title: t('items.empty'),
          description: t('items.empty-about'),
          action: make,
        }}
      />
      {filters.new && (
        <ItemDialog
          start={{}}
          onClose={() => change({ new: undefined })}
          onSaved={() => change({ new: undefined })}
        />
      )}
      {filters.open && <OpenedItem guid={filters.open} onClose={() => change({ open: undefined })} />}
    </Page>
  );
}

function OpenedItem({ guid, onClose }: { guid: string; onClose(): void }) {
  const { t } = useWords();
  const query = useRead('get-item', { guid });
  if (query.data) return <ItemDialog key={guid} start={query.data} onClose={onClose} onSaved={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('item.edit')}>
      <QueryView query={query}>{() => null}</QueryView>
    </Dialog>
  );
}

function useColumns(): Column<FoundItem>[] {
  const { t, lang, tIfKnown } = useWords();
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
          {!active && <Badge>{t('item.inactive')}</Badge>}
        </span>
      ),
    },
    {
      id: 'uom',
      header: t('field.uom'),
      narrow: true,
      card: 'none',
      cell: ({ uom }) => tIfKnown(`unit.${uom}`),
    },
    { id: 'tax', header: t('field.tax'), cell: ({ tax }) => tIfKnown(`vat.${tax}`) },
    {
      id: 'price',
      header: t('item.price'),
      sort: 'price',
      figure: true,
      card: 'trailing',
      cell: ({ unit_price }) => formatMoney(unit_price, 'ISK', lang),
    },
  ];
}
