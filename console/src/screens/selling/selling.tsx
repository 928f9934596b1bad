import { CalendarHeart, HeartHandshake, Plus, Repeat, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import type { ProductSale } from '../../api/types.ts';
import { useFilters } from '../../lib/filters.ts';
import { formatMoney } from '../../lib/format.ts';
import { Badge, STATE_STYLES } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { SaleEditor } from './sale-editor.tsx';
import { SaleSheet } from './sale-sheet.tsx';

const MAX_ROWS = 200;

/** By their numbers on the wire. */
export const SALE_TYPES = ['', 'STAND', 'SUB', 'DONA', 'EVENT'] as const;

export const SALE_ICONS: Record<string, ReactNode> = {
  STAND: <Store size={18} aria-hidden />,
  SUB: <Repeat size={18} aria-hidden />,
  DONA: <HeartHandshake size={18} aria-hidden />,
  EVENT: <CalendarHeart size={18} aria-hidden />,
};

export function Selling() {
  const { t } = useWords();
  const [filters, change] = useFilters();
  const { data, error, refetch, isFetching, isPlaceholderData } = useRead(
    'get-product-sales',
    { limit: MAX_ROWS, ...(filters.q && { search_text: filters.q }) },
    { keepPrevious: true },
  );
  const columns = useColumns();
  const make = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => change({ new: '1' })}>
      {t('new.sale')}
    </Button>
  );
  return (
    <Page title={t('nav.selling')} description={t('selling.about')} actions={make}>
      <div className="mb-3 flex flex-wrap gap-2.5">
        <SearchBox label={t('selling.search')} value={filters.q ?? ''} onSearch={(q) => change({ q })} />
      </div>
      <Card flush>
        {error && !data ? (
          <LoadError error={error} onRetry={refetch} busy={isFetching} />
        ) : !data ? (
          <Skeleton />
        ) : data.length > 0 ? (
          <Table
            label={t('nav.selling')}
            columns={columns}
            rows={data}
            keyOf={({ guid }) => guid}
            onOpen={({ guid }) => change({ open: guid })}
            faded={isPlaceholderData}
          />
        ) : (
          <EmptyState
            icon={<Store size={22} aria-hidden />}
            title={t(filters.q ? 'none.title' : 'selling.empty')}
            description={t(filters.q ? 'none.about' : 'selling.about')}
          >
            {!filters.q && make}
          </EmptyState>
        )}
      </Card>
      {filters.open && (
        <SaleSheet key={filters.open} guid={filters.open} onClose={() => change({ open: undefined })} />
      )}
      {filters.new && (
        <SaleEditor
          onClose={() => change({ new: undefined })}
          onSaved={(guid) => change({ new: undefined, open: guid })}
        />
      )}
    </Page>
  );
}

export function SaleState({ open }: { open: boolean }) {
  const { t } = useWords();
  const style = STATE_STYLES[open ? 'active' : 'stopped'];
  return (
    <Badge tone={style?.tone ?? 'plain'} icon={style?.icon}>
      {t(open ? 'sale.open' : 'sale.closed')}
    </Badge>
  );
}

function useColumns(): Column<ProductSale>[] {
  const { t, lang } = useWords();
  return [
    {
      id: 'name',
      header: t('field.name'),
      card: 'title',
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    { id: 'type', header: t('field.type'), cell: ({ type }) => t(`sale.${SALE_TYPES[type] || 'STAND'}`) },
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
