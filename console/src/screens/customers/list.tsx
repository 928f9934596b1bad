import { useNavigate } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { FoundCustomer } from '../../api/types.ts';
import { useFilters, usePages, useSorting } from '../../lib/filters.ts';
import { formatKennitala, formatMoney } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search.tsx';
import type { Column } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { CustomerDialog } from './customer-dialog.tsx';

const PAGE = 50;

export function Customers() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [filters, change] = useFilters();
  const pages = usePages(PAGE);
  const query = useRead(
    'find-customers',
    {
      limit: PAGE,
      page: pages.page,
      ...(filters.q && { search: filters.q }),
      ...(filters.sort && { sort: filters.sort }),
    },
    { keep: true },
  );
  const columns = useColumns();
  const sorting = useSorting('name', 'owed');
  const open = (guid: string) => navigate({ to: '/customers/$guid', params: { guid } as never });
  const make = (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={() => change({ new: '1' })}>
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
          about: t('customers.empty-about'),
          make,
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
      card: 'side',
      cell: ({ owed, overdue }) => (
        <span className={overdue > 0 ? 'font-medium text-warn' : owed === 0 ? 'text-soft' : ''}>
          {formatMoney(owed, 'ISK', lang)}
          {overdue > 0 && <span className="sr-only"> ({t('tab.overdue')})</span>}
        </span>
      ),
    },
  ];
}
