import { BellRing, FileText } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { INVOICE_COLUMNS } from '../../../../src/domain/texts/book-sheets.ts';
import { fetchAllPages } from '../../api/all-pages.ts';
import { INVOICE_TABS } from '../../api/choices.ts';
import { makesInvoice, usePendingActions } from '../../api/delayed-actions.ts';
import { useRead } from '../../api/queries.ts';
import type { FoundInvoice, InvoiceTab, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { type Filters as Address, useFilters, usePaging } from '../../lib/filters.ts';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { Button } from '../../ui/elements/button.tsx';
import { CreateLink } from '../../ui/elements/create-action.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { AmountFilter } from '../../ui/lists/amount-filter.tsx';
import { CustomerFilter } from '../../ui/lists/customer-filter.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { FilterMenu, useRangeChips } from '../../ui/lists/filter-menu.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { SearchList } from '../../ui/lists/search-list.tsx';
import { useBookTable } from '../../ui/lists/use-book-table.ts';
import { PendingNotice } from '../../ui/records/pending.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { useInvoiceColumns } from './invoice-columns.tsx';

/** Fetched when an invoice is opened first: the list itself must load fast. */
const InvoiceSheet = lazy(async () => ({
  default: (await loadChunk(() => import('./invoice-sheet.tsx'))).InvoiceSheet,
}));

const RecordInvoicePayment = lazy(async () => ({
  default: (await loadChunk(() => import('../payments/record-payment-dialog.tsx'))).RecordInvoicePayment,
}));

/** `unpaid` is open, overdue and collection together; it is a tab only where a link leads to it. */
type ListTab = InvoiceTab | 'unpaid';

const PAGE_SIZE = 50;
/** In the place of an item: lines that name none. */
const FREE_LINES = 'free-lines';
const TABS: readonly ListTab[] = ['unpaid', ...INVOICE_TABS];

function toQuery({ tab, from, to, customer, item, min, max, asc }: Address) {
  return {
    ...(tab && { tab }),
    ...(from && { from_date: from }),
    ...(to && { to_date: to }),
    ...(customer && { customer_guid: customer }),
    ...(item && (item === FREE_LINES ? { free_lines: true } : { item_guid: item })),
    ...(min && { min_amount: min }),
    ...(max && { max_amount: max }),
    ...(asc && { ascending: true }),
  };
}

export function Invoices() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const query = useRead('find-invoices', { ...paging.query, ...toQuery(filters) }, { keepPrevious: true });
  const columns = useInvoiceColumns();
  const selection = useSelection<FoundInvoice>();
  const asking = useState<string | null>(null);
  const [paying, setPaying] = useState<readonly FoundInvoice[]>([]);
  const toTable = useBookTable<FoundInvoice>(INVOICE_COLUMNS);
  const loadAll = () => fetchAllPages('find-invoices', { ...paging.query, ...toQuery(filters) });
  const load = async () => toTable(await loadAll());
  const remindAll = async () => {
    selection.choose(await loadAll());
    asking[1](t('bulk.remind-invoice'));
  };
  const hasOpened = useRef(false);
  if (filters.open) hasOpened.current = true;
  return (
    <SearchList
      title={t('nav.invoices')}
      createAction={<CreateLink to="/invoices/new" label={t('new.invoice')} />}
      above={
        <>
          <Tabs found={query.data} chosen={filters.tab ?? ''} onChoose={(tab) => change({ tab })} />
          <PendingInvoices />
        </>
      }
      searchLabel={t('invoices.search')}
      toolbar={
        <>
          <Filters />
          {filters.tab === 'overdue' && (query.data?.count ?? 0) > 1 && (
            <Button icon={<BellRing size={15} aria-hidden />} onClick={() => void remindAll()}>
              {t('bulk.remind-all', { n: query.data?.count ?? 0 })}
            </Button>
          )}
        </>
      }
      filterNames={['from', 'to', 'customer', 'item', 'tab', 'min', 'max']}
      exportMenu={<ExportMenu title={t('nav.invoices')} period={filters} load={load} />}
      selection={selection}
      loadAll={loadAll}
      query={query}
      columns={columns}
      onOpen={(guid) => change({ open: guid })}
      sorting={{
        by: filters.sort ?? 'date',
        ascending: Boolean(filters.asc),
        onSort: (sort, ascending) => change({ sort: sort === 'date' ? '' : sort, asc: ascending ? '1' : '' }),
      }}
      paging={paging}
      empty={{
        icon: <FileText size={22} aria-hidden />,
        title: t('invoices.empty'),
        description: t('invoices.empty-about'),
      }}
    >
      <BulkActions selection={selection} toTable={toTable} asking={asking} onPay={setPaying} />
      {paying[0] && (
        <Suspense fallback={null}>
          <RecordInvoicePayment
            customer={{ guid: paying[0].customer_guid, name: paying[0].customer_name }}
            chosen={paying.toSorted((a, b) => a.due_date.localeCompare(b.due_date))}
            onClose={() => {
              setPaying([]);
              selection.clear();
            }}
          />
        </Suspense>
      )}
      {hasOpened.current && (
        <Suspense fallback={null}>
          <InvoiceSheet guid={filters.open ?? null} onClose={() => change({ open: undefined })} />
        </Suspense>
      )}
    </SearchList>
  );
}

/** Invoices that are about to be issued, which the list below does not know yet. */
function PendingInvoices() {
  const { t, lang } = useTranslation();
  const actions = usePendingActions().filter(makesInvoice);
  if (actions.length === 0) return null;
  return (
    <ul aria-label={t('undo.pending')} className="mt-4 grid gap-2">
      {actions.map((action) => (
        <li key={action.guid} className="rounded-xl border bg-paper p-2 shadow-card">
          <PendingNotice
            action={action}
            about={[
              action.about,
              action.amount && formatMoney(Number(action.amount), action.currency, lang),
            ].join(' · ')}
          />
        </li>
      ))}
    </ul>
  );
}

/** The filters of the list; those that a report or a link has set are shown as chips alone. */
function Filters() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const { customer, item } = filters;
  const { data } = useRead('get-customer', { guid: customer ?? '' }, { enabled: Boolean(customer) });
  const itemName = useItemName(item);
  const chips = [
    ...useRangeChips(),
    ...(customer ? [{ names: ['customer'], text: data?.name ?? '…' }] : []),
    ...(item ? [{ names: ['item'], text: `${t('report.item')}: ${itemName}` }] : []),
  ];
  return (
    <FilterMenu chips={chips}>
      <PeriodFilter />
      <div className="w-56 max-sm:w-full">
        <Field label={t('field.customer')}>
          <CustomerFilter guid={customer} onChoose={(guid) => change({ customer: guid })} />
        </Field>
      </div>
      <AmountFilter />
    </FilterMenu>
  );
}

/** The name of the item that a report has filtered the list by. */
function useItemName(guid: string | undefined): string {
  const { t } = useTranslation();
  const isItem = Boolean(guid) && guid !== FREE_LINES;
  const { data, error } = useRead('get-item', { guid: guid ?? '' }, { enabled: isItem });
  if (guid === FREE_LINES) return t('report.free-lines');
  return data?.description ?? (error ? '–' : '…');
}

interface TabsProps {
  found: OutputOf<'find-invoices'> | undefined;
  chosen: string;
  onChoose(tab: string): void;
}

/**
 * Every tab shows the number of its invoices and their total; a tab without invoices is hidden, except the first. Where the server
 * has not counted them, all tabs are there without figures.
 */
function Tabs({ found, chosen, onChoose }: TabsProps) {
  const { t, lang } = useTranslation();
  const of = (tab: string) =>
    tab === 'unpaid' ? found?.unpaid : found?.counts.find((one) => one.tab === tab);
  const isCounted = found?.total !== null;
  const count = (tab: string) => (tab ? of(tab)?.count : found?.total) ?? 0;
  const isShown = (tab: ListTab) => tab !== 'unpaid' && (count(tab) > 0 || !isCounted);
  const tabs = TABS.filter((tab) => tab === chosen || tab === 'open' || isShown(tab));
  const isk = (tab: string) => formatMoney(of(tab)?.total ?? 0, 'ISK', lang);
  const sumOf = (tab: string) => {
    if (!isCounted) return '';
    if (tab === 'unpaid') return isk(tab);
    const sums = found?.tabs.filter((one) => one.tab === tab) ?? [];
    const texts = sums.map(({ currency, total }) => formatMoney(total, currency, lang)).join(' + ');
    return sums.some(({ currency }) => currency !== 'ISK') ? `${texts} = ${isk(tab)}` : texts;
  };
  return (
    <div className="no-print -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <fieldset aria-label={t('invoices.tabs')} className="flex min-w-max gap-2">
        {['', ...tabs].map((tab) => {
          const isChosen = tab === chosen;
          return (
            <button
              key={tab}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(tab)}
              className={`flex min-h-15 min-w-28 flex-col items-start rounded-xl border px-3.5 py-2 text-left transition-colors ${isChosen ? 'border-accent bg-accent-subtle' : 'bg-paper hover:border-border-strong'}`}
            >
              <span className="flex items-baseline gap-2 font-medium">
                {tab ? t(`tab.${tab as ListTab}`) : t('tab.all')}
                <span className="figure text-dense font-normal text-muted">
                  {isCounted && formatNumber(count(tab), lang)}
                </span>
              </span>
              <span className="figure text-dense text-muted">{sumOf(tab) || '\u00a0'}</span>
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
