import { Receipt } from 'lucide-react';
import { COST_COLUMNS } from '../../../../src/domain/texts/book-sheets.ts';
import { fetchAllPages } from '../../api/all-pages.ts';
import { COST_STATE_ORDER, NO_CODE } from '../../api/choices.ts';
import { usePendingActions } from '../../api/delayed-actions.ts';
import { useRead } from '../../api/queries.ts';
import type { FoundCost, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { Segments } from '../../ui/elements/segments.tsx';
import { AmountFilter } from '../../ui/lists/amount-filter.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { FilterMenu, useRangeChips } from '../../ui/lists/filter-menu.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { SearchList } from '../../ui/lists/search-list.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { useBookTable } from '../../ui/lists/use-book-table.ts';
import { PendingBadge } from '../../ui/records/pending.tsx';
import { CostBulkActions } from './bulk-actions.tsx';
import { CostState } from './cost-state.tsx';
import { useReportChips } from './report-chips.ts';
import { ReviewSheet } from './review-sheet.tsx';
import { Upload } from './upload.tsx';

const PAGE_SIZE = 50;
const POLL_MS = 2000;
/** Beside the states: approved costs of which something is left to pay. */
const TO_PAY = 'payable';

/** Receipts are read in the background: the list shows the outcome without a reload. */
function pollMs(found: OutputOf<'find-costs'> | undefined): number | false {
  return found?.rows.some(({ state }) => state === 'Reading') ? POLL_MS : false;
}

/** Receipts are uploaded at the top; the list below shows the state of each cost. */
export function Costs() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const search = {
    ...paging.query,
    ...(filters.state === TO_PAY
      ? { payable: true, ...(filters.due && { due_to: filters.due }) }
      : filters.state && { state: filters.state }),
    ...(filters.code && (filters.code === NO_CODE ? { without_code: true } : { cost_code: filters.code })),
    ...(filters.supplier && { supplier: filters.supplier }),
    ...(filters.from && { from_date: filters.from }),
    ...(filters.to && { to_date: filters.to }),
    ...(filters.min && { min_amount: filters.min }),
    ...(filters.max && { max_amount: filters.max }),
  };
  const query = useRead('find-costs', search, { keepPrevious: true, pollMs });
  const toTable = useBookTable<FoundCost>(COST_COLUMNS);
  const loadAll = () => fetchAllPages('find-costs', search);
  const load = async () => toTable(await loadAll());
  const selection = useSelection<FoundCost>();
  const { data } = query;
  const columns = useColumns(filters.state === TO_PAY);
  const ranges = useRangeChips();
  const reported = useReportChips(data?.rows ?? []);
  const findNext = useNextToApprove(data?.rows ?? []);
  return (
    <SearchList
      title={t('nav.costs')}
      description={t('costs.about')}
      above={
        <div className="grid gap-4">
          <Upload />
          <StateFilter found={data} />
          {filters.state === TO_PAY && <DueFilter found={data} />}
        </div>
      }
      searchLabel={t('costs.search')}
      toolbar={
        <FilterMenu chips={[...ranges, ...reported]}>
          <PeriodFilter />
          <AmountFilter />
        </FilterMenu>
      }
      filterNames={['state', 'due', 'code', 'supplier', 'from', 'to', 'min', 'max']}
      exportMenu={<ExportMenu title={t('nav.costs')} period={filters} load={load} />}
      selection={selection}
      loadAll={loadAll}
      query={query}
      columns={columns}
      onOpen={(guid) => change({ open: guid })}
      paging={paging}
      empty={{
        icon: <Receipt size={22} aria-hidden />,
        title: t('costs.empty'),
        description: t('costs.empty-about'),
      }}
    >
      <CostBulkActions selection={selection} toTable={toTable} />
      {filters.open && (
        <ReviewSheet
          key={filters.open}
          guid={filters.open}
          onClose={() => change({ open: undefined })}
          onNext={() => change({ open: findNext(filters.open ?? '') })}
        />
      )}
    </SearchList>
  );
}

/**
 * The states as tabs with the number of costs in each; a state without costs is left out. Where the server has not counted them, all are
 * there without figures.
 */
function StateFilter({ found }: { found: OutputOf<'find-costs'> | undefined }) {
  const { t, lang } = useTranslation();
  const [filters, change] = useFilters();
  const state = filters.state ?? '';
  const isCounted = (one: string) => one === TO_PAY || found?.total !== null;
  const count = (one: string) => {
    if (one === TO_PAY) return found?.payable ?? 0;
    return (one ? found?.states.find((row) => row.state === one)?.count : found?.total) ?? 0;
  };
  const isShown = (one: string) => count(one) > 0 || one === state || !isCounted(one);
  return (
    <Segments
      label={t('field.status')}
      values={['', ...[...COST_STATE_ORDER, TO_PAY].filter(isShown)]}
      value={state}
      onChange={(one) => change({ state: one, due: undefined })}
    >
      {(one) => (
        <>
          {one ? t(`cost.${one as 'New' | typeof TO_PAY}`) : t('costs.all')}{' '}
          <span className="figure font-normal">{isCounted(one) && formatNumber(count(one), lang)}</span>
        </>
      )}
    </Segments>
  );
}

/** What is overdue, and what is to be paid within a week, with their sums; the second has the first. */
function DueFilter({ found }: { found: OutputOf<'find-costs'> | undefined }) {
  const { t, tn, lang } = useTranslation();
  const [filters, change] = useFilters();
  const bands = found?.due ?? [];
  const chosen = filters.due ?? '';
  const until = bands.slice(0, bands.findIndex(({ due_to }) => (due_to ?? '') === chosen) + 1);
  const add = (name: 'isk' | 'without_rate') => until.reduce((sum, band) => sum + band[name], 0);
  const unknown = add('without_rate');
  const bandOf = (day: string) => bands.find(({ due_to }) => (due_to ?? '') === day)?.band;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segments
        label={t('field.due_date')}
        values={bands.map(({ due_to }) => due_to ?? '')}
        value={chosen}
        onChange={(day) => change({ due: day || undefined })}
      >
        {(day) => t(`costs.due-${bandOf(day) as 'later'}`)}
      </Segments>
      <p role="status" className="figure text-muted">
        {t('costs.due-sum', { amount: formatMoney(add('isk'), 'ISK', lang) })}
        {unknown > 0 && ` ${tn('costs.due-unknown', unknown)}`}
      </p>
    </div>
  );
}

/** Finds the cost below another one in the list that still has to be approved. */
function useNextToApprove(rows: readonly FoundCost[]) {
  const pending = usePendingActions();
  const isWaiting = (row: FoundCost) =>
    row.state === 'New' && !pending.some(({ target }) => target === row.guid);
  return (guid: string) => {
    const index = rows.findIndex((row) => row.guid === guid);
    const next = rows.find((row, at) => at > index && isWaiting(row));
    // Who began in the middle of the list comes to those above it in the end.
    return (next ?? rows.find((row) => row.guid !== guid && isWaiting(row)))?.guid;
  };
}

function useColumns(isToPay: boolean): Column<FoundCost>[] {
  const { t, lang, tIfKnown } = useTranslation();
  const dayOf = ({ issue_date, created_date }: FoundCost) => issue_date ?? created_date;
  const due: Column<FoundCost> = {
    id: 'due',
    header: t('field.due_date'),
    cell: (row) => <span className="figure">{formatDate(row.due_date ?? dayOf(row), lang)}</span>,
  };
  const code: Column<FoundCost> = {
    id: 'code',
    header: t('field.cost_code'),
    narrow: true,
    card: 'none',
    cell: ({ cost_code }) => tIfKnown(`code.${cost_code}`) ?? '–',
  };
  return [
    {
      id: 'supplier',
      header: t('field.supplier_name'),
      card: 'title',
      cell: (row) => (
        <span className="font-medium">{row.supplier_name || row.description || t('costs.unknown')}</span>
      ),
    },
    {
      id: 'date',
      header: t('field.date'),
      ...(isToPay && { card: 'none', narrow: true }),
      cell: (row) => <span className="figure">{formatDate(dayOf(row), lang)}</span>,
    },
    isToPay ? due : code,
    {
      id: 'state',
      header: t('field.status'),
      card: 'trailing',
      cell: ({ guid, state, is_imported, needs }) => (
        <PendingBadge guid={guid}>
          <CostState state={state} needs={needs} isImported={is_imported} />
        </PendingBadge>
      ),
    },
    {
      id: 'amount',
      header: t('field.amount'),
      figure: true,
      card: 'trailing',
      cell: ({ effect, remaining, currency }) => (
        <>
          {effect === 0 ? '–' : formatMoney(effect, currency, lang)}
          {remaining !== 0 && remaining !== effect && (
            <span className="block text-xs text-muted">
              {t('field.remaining')} {formatMoney(remaining, currency, lang)}
            </span>
          )}
        </>
      ),
    },
  ];
}
