import { useNavigate } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { FoundCustomer } from '../../api/types.ts';
import { useFilters, usePaging, useSorting } from '../../lib/filters.ts';
import { formatKennitala, formatMoney } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import type { Column } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { CustomerDialog } from './customer-dialog.tsx';

const PAGE = 50;

export function Customers() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [filters, change] = useFilters();
  const pages = usePaging(PAGE);
  const query = useRead(
    'find-customers',
    {
      limit: PAGE,
      page: pages.page,
      ...(filters.q && { search: filters.q }),
      ...(filters.sort && { sort: filters.sort }),
    },
    { keepPrevious: true },
  );
  const columns = useColumns();
  const sorting = useSorting('name', 'owed');
  const open = (guid: string) => navigate({ to: '/customers/$guid', params: { guid } as never });
  const make = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => change({ new: '1' })}>
      {t('new.customer')}
    </Button>
  );
  return (
    <Page title={t('nav.customers')} actions={make}>
      <div className="mb-3 flex flex-wrap gap-2.5">
        <SearchBox label={t('customers.search')} value={filters.q ?? ''} onSearch={(q) => change({ q })} />
      </div>
      <List
        label={t('nav.customers')}
        query={query}
        columns={columns}
        onOpen={open}
        sorting={sorting}
        pages={pages}
        onClear={filters.q ? () => change({ q: '' }) : undefined}
        empty={{
          icon: <Users size={22} aria-hidden />,
          title: t('customers.empty'),
          description: t('customers.empty-about'),
          action: make,
        }}
      />
      {filters.new && (
        <CustomerDialog
          start={{}}
          onClose={() => change({ new: undefined })}
          onSaved={({ guid }) => open(guid)}
        />
      )}
    </Page>
  );
}

function useColumns(): Column<FoundCustomer>[] {
  const { t, lang } = useWords();
  return [
    {
      id: 'name',
      header: t('field.name'),
      sort: 'name',
      card: 'title',
      cell: ({ name, active }) => (
        <span className="flex items-center gap-2 font-medium">
          {name}
          {!active && <Badge>{t('inactive')}</Badge>}
        </span>
      ),
    },
    {
      id: 'kennitala',
      header: t('field.registration_no'),
      cell: ({ registration_no }) =>
        registration_no && <span className="figure">{formatKennitala(registration_no)}</span>,
    },
    { id: 'email', header: t('field.email'), narrow: true, card: 'none', cell: ({ email }) => email },
    { id: 'city', header: t('field.city'), narrow: true, cell: ({ city }) => city },
    {
      id: 'owed',
      header: t('customers.owed'),
      sort: 'owed',
      figure: true,
      card: 'trailing',
      cell: ({ owed, overdue }) => (
        <span className={overdue > 0 ? 'font-medium text-warning' : owed === 0 ? 'text-muted' : ''}>
          {formatMoney(owed, 'ISK', lang)}
          {overdue > 0 && <span className="sr-only"> ({t('tab.overdue')})</span>}
        </span>
      ),
    },
  ];
}
