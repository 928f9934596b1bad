import { Package } from 'lucide-react';
import { fetchAllPages } from '../../api/all-pages.ts';
import { useRead } from '../../api/queries.ts';
import type { FoundItem } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging, useSorting } from '../../lib/filters.ts';
import { formatPrice } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Badge } from '../../ui/elements/badge.tsx';
import { CreateButton } from '../../ui/elements/create-action.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { SearchList } from '../../ui/lists/search-list.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { ItemDialog } from './item-dialog.tsx';

const PAGE_SIZE = 50;

export function Items() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const query = useRead('find-items', paging.query, { keepPrevious: true });
  const load = useItemExport(paging.query);
  const columns = useColumns();
  const sorting = useSorting('description', 'price');
  const close = () => change({ new: undefined });
  return (
    <SearchList
      title={t('nav.items')}
      createAction={<CreateButton label={t('new.item')} onClick={() => change({ new: '1' })} />}
      exportMenu={<ExportMenu title={t('nav.items')} load={load} />}
      searchLabel={t('items.search')}
      query={query}
      columns={columns}
      onOpen={(guid) => change({ open: guid })}
      sorting={sorting}
      paging={paging}
      empty={{
        icon: <Package size={22} aria-hidden />,
        title: t('items.empty'),
        description: t('items.empty-about'),
      }}
    >
      {filters.new && <ItemDialog start={{}} onClose={close} onSaved={close} />}
      {filters.open && <OpenedItem guid={filters.open} onClose={() => change({ open: undefined })} />}
    </SearchList>
  );
}

/** Loads all items that match the search, as a table for a spreadsheet. */
function useItemExport(filters: object) {
  const { t, tIfKnown } = useTranslation();
  return async () => {
    const rows = await fetchAllPages('find-items', filters);
    return [
      [t('field.item_number'), t('field.description'), t('field.uom'), t('field.unit_price'), t('field.tax')],
      ...rows.map((row) => [
        row.item_number,
        row.description,
        tIfKnown(`unit.${row.uom}`) ?? row.uom,
        row.unit_price,
        tIfKnown(`vat.${row.tax}`) ?? row.tax,
      ]),
    ];
  };
}

function OpenedItem({ guid, onClose }: { guid: string; onClose(): void }) {
  const { t } = useTranslation();
  const query = useRead('get-item', { guid });
  if (query.data) return <ItemDialog key={guid} start={query.data} onClose={onClose} onSaved={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('item.edit')}>
      <QueryView query={query}>{() => null}</QueryView>
    </Dialog>
  );
}

function useColumns(): Column<FoundItem>[] {
  const { t, lang, tIfKnown } = useTranslation();
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
          <span className="min-w-0 truncate">{description}</span>
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
      cell: ({ unit_price }) => formatPrice(unit_price, 'ISK', lang),
    },
  ];
}
