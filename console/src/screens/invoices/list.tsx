import { Link } from '@tanstack/react-router';
import { FileText, Plus } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { InvoiceTab, OutputOf } from '../../api/types.ts';
import { type Filters, useFilters, usePaging } from '../../lib/filters.ts';
import { formatMoney } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Field } from '../../ui/field.tsx';
import { List } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { CustomerFilter } from '../../ui/record-pickers.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useWords } from '../../words/words.tsx';
import { useInvoiceColumns } from './invoice-columns.tsx';
import { InvoiceSheet } from './invoice-sheet.tsx';

const PAGE = 50;
const NO_FILTERS = { q: '', from: '', to: '', customer: '' };
const TABS: readonly InvoiceTab[] = ['open', 'overdue', 'collection', 'paid', 'credit', 'cancelled', 'draft'];

function toQuery({ tab, q, from, to, customer, sort, asc }: Filters, page: number) {
  return {
    ...(tab && { tab }),
    ...(q && { search: q }),
    ...(from && { from_date: from }),
    ...(to && { to_date: to }),
    ...(customer && { customer_guid: customer }),
    ...(sort && { sort }),
    ...(asc && { ascending: true }),
    limit: PAGE,
    page,
  };
}

export function Invoices() {
  const { t } = useWords();
  const [filters, change] = useFilters();
  const pages = usePaging(PAGE);
  const query = useRead('find-invoices', toQuery(filters, pages.page), { keepPrevious: true });
  const { data } = query;
  const columns = useInvoiceColumns();
  const filtered = Boolean(filters.q || filters.from || filters.to || filters.customer);
  const make = (
    <Link to="/invoices/new" className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      {t('new.invoice')}
    </Link>
  );
  return (
    <Page title={t('nav.invoices')} actions={make}>
      <Tabs found={data} chosen={filters.tab ?? ''} onChoose={(tab) => change({ tab })} />
      <div className="mt-4 mb-3 flex flex-wrap items-end gap-2.5">
        <SearchBox label={t('invoices.search')} value={filters.q ?? ''} onSearch={(q) => change({ q })} />
        <div className="w-38 max-sm:flex-1">
          <Field label={t('filter.from')} hideLabel>
            <DateInput
              label={t('filter.from')}
              value={filters.from ?? ''}
              onChange={(from) => change({ from })}
            />
          </Field>
        </div>
        <div className="w-38 max-sm:flex-1">
          <Field label={t('filter.to')} hideLabel>
            <DateInput label={t('filter.to')} value={filters.to ?? ''} onChange={(to) => change({ to })} />
          </Field>
        </div>
        <div className="w-56 max-sm:w-full">
          <CustomerFilter guid={filters.customer} onChoose={(customer) => change({ customer })} />
        </div>
        {filtered && (
          <Button variant="quiet" onClick={() => change(NO_FILTERS)}>
            {t('filter.clear')}
          </Button>
        )}
      </div>
      <List
        label={t('nav.invoices')}
        query={query}
        columns={columns}
        onOpen={(guid) => change({ open: guid })}
        sorting={{
          by: filters.sort ?? 'date',
          ascending: Boolean(filters.asc),
          onSort: (sort, ascending) =>
            change({ sort: sort === 'date' ? '' : sort, asc: ascending ? '1' : '' }),
        }}
        pages={pages}
        onClear={filtered || filters.tab ? () => change({ ...NO_FILTERS, tab: '' }) : undefined}
        empty={{
          icon: <FileText size={22} aria-hidden />,
          title: t('invoices.empty'),
          description: t('invoices.empty-about'),
          action: make,
        }}
      />
      <InvoiceSheet guid={filters.open ?? null} onClose={() => change({ open: undefined })} />
    </Page>
  );
}

interface TabsProps {
  found: OutputOf<'find-invoices'> | undefined;
  chosen: string;
  onChoose(tab: string): void;
}

/** Every tab tells how many and how much; those without anything stay away, but for the first. */
function Tabs({ found, chosen, onChoose }: TabsProps) {
  const { t, lang } = useWords();
  const count = (tab: string) =>
    (tab ? found?.counts.find((one) => one.tab === tab)?.count : found?.total) ?? 0;
  const tabs = TABS.filter((tab) => tab === chosen || tab === 'open' || count(tab) > 0);
  return (
    <div className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <fieldset aria-label={t('invoices.tabs')} className="flex min-w-max gap-2">
        {['', ...tabs].map((tab) => {
          const isChosen = tab === chosen;
          const totals = found?.tabs.filter((one) => one.tab === tab) ?? [];
          return (
            <button
              key={tab}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(tab)}
              className={`flex min-h-15 min-w-28 flex-col items-start rounded-xl border px-3.5 py-2 text-left transition-colors ${isChosen ? 'border-accent bg-accent-subtle' : 'bg-paper hover:border-border-strong'}`}
            >
              <span className="flex items-baseline gap-2 font-medium">
                {tab ? t(`tab.${tab as InvoiceTab}`) : t('tab.all')}
                <span className="figure text-[0.8125rem] font-normal text-muted">{count(tab)}</span>
              </span>
              <span className="figure text-[0.8125rem] text-muted">
                {totals.length === 0
                  ? '\u00a0'
                  : totals.map(({ currency, total }) => formatMoney(total, currency, lang)).join(' + ')}
              </span>
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
