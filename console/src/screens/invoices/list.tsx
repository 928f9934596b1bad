import { Link } from '@tanstack/react-router';
import { FileText, Plus, SearchX } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf, FoundInvoice, InvoiceTab } from '../../api/types.ts';
import { type Filters, useFilters } from '../../lib/filters.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Badge, STATES } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Field } from '../../ui/field.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search.tsx';
import { Empty, Skeleton, Trouble } from '../../ui/state.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { InvoiceSheet } from './sheet.tsx';

const PAGE = 50;
const TABS: readonly InvoiceTab[] = ['open', 'overdue', 'collection', 'paid', 'credit', 'cancelled', 'draft'];

function asked({ tab, q, from, to, customer, sort, asc, page }: Filters) {
  return {
    ...(tab && { tab }),
    ...(q && { search: q }),
    ...(from && { from_date: from }),
    ...(to && { to_date: to }),
    ...(customer && { customer_guid: customer }),
    ...(sort && { sort }),
    ...(asc && { ascending: true }),
    limit: PAGE,
    page: Number(page ?? 1) || 1,
  };
}

export function Invoices() {
  const { t } = useWords();
  const [filters, change] = useFilters();
  const { data, error, refetch, isFetching, isPlaceholderData } = useRead('find-invoices', asked(filters), {
    keep: true,
  });
  const actions = (
    <Link to="/invoices/new" className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      {t('new.invoice')}
    </Link>
  );
  return (
    <Page title={t('nav.invoices')} actions={actions}>
      <Tabs sums={data?.tabs ?? []} chosen={filters.tab ?? ''} onChoose={(tab) => change({ tab })} />
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
        {(filters.q || filters.from || filters.to || filters.customer) && (
          <Button look="quiet" onClick={() => change({ q: '', from: '', to: '', customer: '' })}>
            {t('filter.clear')}
          </Button>
        )}
      </div>
      <Card flush>
        {error && !data ? (
          <Trouble error={error} onRetry={refetch} busy={isFetching} />
        ) : data ? (
          <Found data={data} filters={filters} change={change} faded={isPlaceholderData} />
        ) : (
          <Skeleton rows={9} />
        )}
      </Card>
      <InvoiceSheet guid={filters.open ?? null} onClose={() => change({ open: undefined })} />
    </Page>
  );
}

interface TabsProps {
  sums: AnswerOf<'find-invoices'>['tabs'];
  chosen: string;
  onChoose(tab: string): void;
}

/** Every tab tells how many and how much; those without anything stay away, but for the first. */
function Tabs({ sums, chosen, onChoose }: TabsProps) {
  const { t, lang } = useWords();
  const tabs = TABS.filter((tab) => tab === chosen || tab === 'open' || sums.some((one) => one.tab === tab));
  const count = (tab: string) =>
    sums.filter((one) => !tab || one.tab === tab).reduce((sum, one) => sum + one.count, 0);
  return (
    <div className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <fieldset aria-label={t('invoices.tabs')} className="flex min-w-max gap-2">
        {['', ...tabs].map((tab) => {
          const isChosen = tab === chosen;
          const totals = sums.filter((one) => one.tab === tab);
          return (
            <button
              key={tab}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(tab)}
              className={`flex min-h-15 min-w-28 flex-col items-start rounded-xl border px-3.5 py-2 text-left transition-colors ${isChosen ? 'border-accent bg-wash' : 'bg-paper hover:border-edge'}`}
            >
              <span className="flex items-baseline gap-2 font-medium">
                {tab ? t(`tab.${tab as InvoiceTab}`) : t('tab.all')}
                <span className="figure text-[0.8125rem] font-normal text-soft">{count(tab)}</span>
              </span>
              <span className="figure text-[0.8125rem] text-soft">
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

interface FoundProps {
  data: AnswerOf<'find-invoices'>;
  filters: Filters;
  change(changes: Record<string, string | undefined>): void;
  faded: boolean;
}

function Found({ data, filters, change, faded }: FoundProps) {
  const { t } = useWords();
  const columns = useColumns();
  const filtered = Boolean(filters.q || filters.from || filters.to || filters.customer || filters.tab);
  const count = data.tabs
    .filter(({ tab }) => !filters.tab || tab === filters.tab)
    .reduce((sum, one) => sum + one.count, 0);
  if (data.rows.length === 0) {
    return filtered ? (
      <Empty icon={<SearchX size={22} aria-hidden />} title={t('none.title')} about={t('none.about')}>
        <Button onClick={() => change({ q: '', from: '', to: '', customer: '', tab: '' })}>
          {t('filter.clear')}
        </Button>
      </Empty>
    ) : (
      <Empty
        icon={<FileText size={22} aria-hidden />}
        title={t('invoices.empty')}
        about={t('invoices.empty-about')}
      >
        <Link to="/invoices/new" className={buttonClass('primary')}>
          {t('new.invoice')}
        </Link>
      </Empty>
    );
  }
  return (
    <>
      <Table
        label={t('nav.invoices')}
        columns={columns}
        rows={data.rows}
        keyOf={({ guid }) => guid}
        onOpen={({ guid }) => change({ open: guid })}
        sorting={{
          by: filters.sort ?? 'date',
          ascending: Boolean(filters.asc),
          onSort: (sort, ascending) =>
            change({ sort: sort === 'date' ? '' : sort, asc: ascending ? '1' : '' }),
        }}
        faded={faded}
      />
      <Pager
        page={Number(filters.page ?? 1) || 1}
        pageSize={PAGE}
        count={count}
        onPage={(page) => change({ page: page > 1 ? String(page) : '' })}
      />
    </>
  );
}

export function useColumns(): Column<FoundInvoice>[] {
  const { t, lang } = useWords();
  return [
    {
      id: 'number',
      header: t('field.number'),
      sort: 'number',
      cell: ({ number }) => <span className="figure">{number ? `#${number}` : '–'}</span>,
    },
    {
      id: 'customer',
      header: t('field.customer'),
      sort: 'customer',
      card: 'title',
      cell: ({ customer_name }) => customer_name,
    },
    {
      id: 'issued',
      header: t('field.issue_date'),
      sort: 'date',
      cell: ({ issue_date }) => <span className="figure">{formatDate(issue_date, lang)}</span>,
    },
    {
      id: 'due',
      header: t('field.due_date'),
      sort: 'due',
      card: 'none',
      narrow: true,
      cell: ({ due_date }) => <span className="figure">{formatDate(due_date, lang)}</span>,
    },
    { id: 'state', header: t('field.status'), card: 'side', cell: (row) => <InvoiceState row={row} /> },
    {
      id: 'amount',
      header: t('field.amount'),
      sort: 'amount',
      figure: true,
      card: 'side',
      cell: ({ amount, currency, type }) => formatMoney(type === 'credit' ? -amount : amount, currency, lang),
    },
  ];
}

export function InvoiceState({
  row: { tab, credited_amount },
}: {
  row: Pick<FoundInvoice, 'tab' | 'credited_amount'>;
}) {
  const { t } = useWords();
  const look = STATES[tab];
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={look?.tone ?? 'plain'} icon={look?.icon}>
        {t(`state.${tab}`)}
      </Badge>
      {credited_amount > 0 && tab !== 'cancelled' && (
        <span className="text-xs text-soft">{t('invoice.partly')}</span>
      )}
    </span>
  );
}
