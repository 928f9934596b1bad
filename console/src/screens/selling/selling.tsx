import { Store } from 'lucide-react';
import { fetchAllPages } from '../../api/all-pages.ts';
import { useRead } from '../../api/queries.ts';
import type { ProductSale } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatMoney } from '../../lib/format.ts';
import { CreateButton } from '../../ui/create-action.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { SearchList } from '../../ui/search-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { SaleEditor } from './sale-editor.tsx';
import { SaleSheet } from './sale-sheet.tsx';
import { SaleState, saleTypeOf } from './sale-types.tsx';

const PAGE_SIZE = 200;

export function Selling() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const query = useRead(
    'get-product-sales',
    { limit: PAGE_SIZE, page: paging.page, ...(filters.q && { search_text: filters.q }) },
    { keepPrevious: true },
  );
  const load = useSaleExport(filters.q ? { search_text: filters.q } : {});
  const columns = useColumns();
  return (
    <SearchList
      title={t('nav.selling')}
      description={t('selling.about')}
      createAction={<CreateButton label={t('new.sale')} onClick={() => change({ new: '1' })} />}
      exportMenu={<ExportMenu title={t('nav.selling')} load={load} />}
      searchLabel={t('selling.search')}
      query={query}
      columns={columns}
      onOpen={(guid) => change({ open: guid })}
      paging={paging}
      empty={{
        icon: <Store size={22} aria-hidden />,
        title: t('selling.empty'),
        description: t('selling.about'),
      }}
    >
      {filters.open && (
        <SaleSheet key={filters.open} guid={filters.open} onClose={() => change({ open: undefined })} />
      )}
      {filters.new && (
        <SaleEditor
          onClose={() => change({ new: undefined })}
          onSaved={(guid) => change({ new: undefined, open: guid })}
        />
      )}
    </SearchList>
  );
}

/** Loads all selling pages that match the search, as a table for a spreadsheet. */
function useSaleExport(filters: object) {
  const { t } = useTranslation();
  return async () => {
    const rows = await fetchAllPages('get-product-sales', filters);
    return [[t('field.name'), t('field.amount')], ...rows.map((row) => [row.name, row.amount])];
  };
}

function useColumns(): Column<ProductSale>[] {
  const { t, lang } = useTranslation();
  return [
    {
      id: 'name',
      header: t('field.name'),
      card: 'title',
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    { id: 'type', header: t('field.type'), cell: ({ type }) => t(`sale.${saleTypeOf(type)}`) },
    {
      id: 'stock',
      header: t('sale.left'),
      figure: true,
      card: 'none',
      cell: ({ inventory_control, inventory_count }) => (inventory_control ? inventory_count : '–'),
    },
    {
      id: 'state',
      header: t('field.status'),
      card: 'trailing',
      cell: ({ is_open }) => <SaleState open={is_open} />,
    },
    {
      id: 'price',
      header: t('sale.price'),
      figure: true,
      card: 'trailing',
      cell: ({ amount }) => formatMoney(amount, 'ISK', lang),
    },
  ];
}
