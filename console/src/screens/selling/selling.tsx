import { Store } from 'lucide-react';
import { fetchAllPages } from '../../api/all-pages.ts';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import type { ProductSale } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { CreateButton } from '../../ui/elements/create-action.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { SearchList } from '../../ui/lists/search-list.tsx';
import type { Column } from '../../ui/lists/table.tsx';
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
    const { rows: sums } = await call('get-sale-sums', {});
    const sumsOf = new Map(sums.map((one) => [one.guid, one]));
    return [
      [
        t('field.name'),
        t('field.type'),
        t('sale.left'),
        t('sale.sold'),
        t('sale.income'),
        t('field.status'),
        t('sale.price'),
        t('sale.address'),
      ],
      ...rows.map((row) => [
        row.name,
        t(`sale.${saleTypeOf(row.type)}`),
        row.inventory_control ? row.inventory_count : '',
        sumsOf.get(row.guid)?.sold ?? 0,
        sumsOf.get(row.guid)?.income ?? 0,
        t(row.is_open ? 'sale.open' : 'sale.closed'),
        row.amount,
        row.url,
      ]),
    ];
  };
}

function useColumns(): Column<ProductSale>[] {
  const { t, lang } = useTranslation();
  const { data: sums } = useRead('get-sale-sums', {});
  const sumsOf = (guid: string) => sums?.rows.find((one) => one.guid === guid);
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
      id: 'sold',
      header: t('sale.sold'),
      figure: true,
      card: 'none',
      cell: ({ guid }) => (sums ? formatNumber(sumsOf(guid)?.sold ?? 0, lang) : ''),
    },
    {
      id: 'income',
      header: t('sale.income'),
      figure: true,
      card: 'none',
      cell: ({ guid }) => (sums ? formatMoney(sumsOf(guid)?.income ?? 0, 'ISK', lang) : ''),
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
