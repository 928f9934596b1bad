import { FileArchive, Mail, Users } from 'lucide-react';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { fetchAllPages } from '../../api/all-pages.ts';
import { fetchPdf } from '../../api/bulk-calls.ts';
import { useRead } from '../../api/queries.ts';
import type { FoundCustomer } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging, useSorting } from '../../lib/filters.ts';
import { formatMoney } from '../../lib/format.ts';
import { useScreenNavigate } from '../../lib/navigation.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { BulkBar } from '../../ui/bulk/bulk-bar.tsx';
import { Badge } from '../../ui/elements/badge.tsx';
import { CreateButton } from '../../ui/elements/create-action.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { SearchList } from '../../ui/lists/search-list.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { CustomerDialog } from './customer-dialog.tsx';

const PAGE_SIZE = 50;

/** The statement of a customer, for a ZIP. */
async function fetchStatement({ guid, name }: FoundCustomer) {
  const pdf = await fetchPdf('get-customer-statement-pdf', { guid });
  return { name: `${name.replace(/[^\p{L}\p{N} .-]/gu, '')} ${pdf.name}`, bytes: pdf.bytes };
}

export function Customers() {
  const { t, tn } = useTranslation();
  const statements = { label: t('bulk.statements'), archive: 'statements', load: fetchStatement };
  const navigate = useScreenNavigate();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const query = useRead('find-customers', paging.query, { keepPrevious: true });
  const toTable = useCustomerTable();
  const loadAll = () => fetchAllPages('find-customers', paging.query);
  const load = async () => toTable(await loadAll());
  const selection = useSelection<FoundCustomer>();
  const columns = useColumns();
  const sorting = useSorting('name', 'owed');
  const open = (guid: string) => navigate({ to: '/customers/$guid', params: { guid } });
  return (
    <SearchList
      title={t('nav.customers')}
      createAction={<CreateButton label={t('new.customer')} onClick={() => change({ new: '1' })} />}
      exportMenu={<ExportMenu title={t('nav.customers')} load={load} />}
      searchLabel={t('customers.search')}
      selection={selection}
      loadAll={loadAll}
      query={query}
      columns={columns}
      onOpen={open}
      sorting={sorting}
      paging={paging}
      empty={{
        icon: <Users size={22} aria-hidden />,
        title: t('customers.empty'),
        description: t('customers.empty-about'),
      }}
    >
      <BulkBar
        selection={selection}
        actions={[
          {
            label: t('bulk.send-statements'),
            icon: <Mail size={15} aria-hidden />,
            variant: 'primary',
            applies: () => true,
            does: {
              write: { operation: 'send-customer-statement' },
              about: ({ length }) => tn('bulk.statements-about', length),
              instead: { ...statements, reason: 'statement_no_email' },
            },
          },
          {
            label: statements.label,
            icon: <FileArchive size={15} aria-hidden />,
            applies: () => true,
            does: { files: statements },
          },
        ]}
        nameOf={({ name }) => name}
        table={{ name: 'customers', load: toTable }}
      />
      {filters.new && (
        <CustomerDialog
          start={{}}
          onClose={() => change({ new: undefined })}
          onSaved={({ guid }) => open(guid)}
        />
      )}
    </SearchList>
  );
}

/** Customers as a table for a spreadsheet. */
function useCustomerTable() {
  const { t } = useTranslation();
  return (rows: readonly FoundCustomer[]) => [
    [
      t('field.name'),
      t('field.registration_no'),
      t('field.email'),
      t('field.city'),
      t('customers.owed'),
      t('tab.overdue'),
    ],
    ...rows.map((row) => [row.name, row.registration_no, row.email, row.city, row.owed, row.overdue]),
  ];
}

function useColumns(): Column<FoundCustomer>[] {
  const { t, lang } = useTranslation();
  return [
    {
      id: 'name',
      header: t('field.name'),
      sort: 'name',
      card: 'title',
      cell: ({ name, active, unverified }) => (
        <span className="flex items-center gap-2 font-medium">
          <span className="min-w-0 truncate">{name}</span>
          {!active && <Badge>{t('inactive')}</Badge>}
          {active && unverified && <Badge tone="warning">{t('customer.unverified')}</Badge>}
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
