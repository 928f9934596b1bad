import { SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/translation.tsx';
import type { Paging } from '../../lib/filters.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Selection } from '../../lib/use-selection.ts';
import { Button } from '../elements/button.tsx';
import { EmptyState } from '../elements/feedback.tsx';
import { Card } from '../elements/page.tsx';
import { type QueryState, QueryView } from '../elements/query-view.tsx';
import { Pager } from './pager.tsx';
import { type Column, type Sorting, Table } from './table.tsx';

/** One page of a list, with the total where the server counts it. */
type ListPage<Row> = readonly Row[] | { rows: readonly Row[]; count: number | null };

export interface ListProps<Row extends { guid: string }> {
  label: string;
  query: QueryState<ListPage<Row>> & { isPlaceholderData: boolean };
  columns: readonly Column<Row>[];
  onOpen(guid: string): void;
  sorting?: Sorting;
  paging: Paging;
  /** Shown while there is no record at all. */
  empty: { icon: ReactNode; title: string; description: string; action?: ReactNode };
  /** Removes the filters; only given while there are any. */
  onClear?: (() => void) | undefined;
  selection?: Selection<Row>;
  /** Loads the rows of all pages, for an action on all of them. */
  loadAll?: () => Promise<readonly Row[]>;
}

/** A list of records in a card, with its loading, failed, empty and no-match states. */
export function List<Row extends { guid: string }>(props: ListProps<Row>) {
  const { query, paging, label, columns, onOpen, sorting, empty, onClear, selection, loadAll } = props;
  return (
    <Card flush>
      <QueryView query={query} rows={8}>
        {(data) => {
          const { rows, count } = 'rows' in data ? data : { rows: data, count: null };
          const pager = count === null ? paging.uncounted(rows.length) : paging.counted(count);
          const hasMore = pager.count > rows.length;
          if (rows.length === 0) return onClear ? <NoMatch onClear={onClear} /> : <NoRecords {...empty} />;
          return (
            <>
              {selection && loadAll && hasMore && (
                <SelectAllPages selection={selection} rows={rows} count={count} load={loadAll} />
              )}
              <Table
                label={label}
                columns={columns}
                rows={rows}
                keyOf={({ guid }) => guid}
                onOpen={({ guid }) => onOpen(guid)}
                {...(sorting && { sorting })}
                faded={query.isPlaceholderData}
                selection={selection}
              />
              <Pager {...pager} />
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}

interface AllPagesProps<Row> {
  selection: Selection<Row>;
  rows: readonly Row[];
  /** Null where the server does not count them. */
  count: number | null;
  load(): Promise<readonly Row[]>;
}

/** Offers the rows of all pages once all of this page are chosen. */
function SelectAllPages<Row extends { guid: string }>({ selection, rows, count, load }: AllPagesProps<Row>) {
  const { t, lang } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  // Where the server does not count, all are counted once they are loaded.
  const [loaded, setLoaded] = useState<number | null>(null);
  const chosen = selection.rows.size;
  const isAll = chosen >= (count ?? loaded ?? Number.POSITIVE_INFINITY);
  if (!rows.every(({ guid }) => selection.has(guid))) return null;
  const chooseAll = async () => {
    setBusy(true);
    await load()
      .then((all) => {
        setLoaded(all.length);
        selection.choose(all);
      })
      .finally(() => setBusy(false));
  };
  return (
    <p
      role="status"
      className="no-print flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b bg-accent-subtle px-5 py-2"
    >
      {t(isAll ? 'bulk.all-chosen' : 'bulk.page-chosen', { n: formatNumber(chosen, lang) })}
      {!isAll && (
        <Button variant="quiet" small busy={isBusy} onClick={() => void chooseAll()}>
          {count === null ? t('bulk.choose-pages') : t('bulk.choose-all', { n: formatNumber(count, lang) })}
        </Button>
      )}
    </p>
  );
}

function NoMatch({ onClear }: { onClear(): void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<SearchX size={22} aria-hidden />}
      title={t('none.title')}
      description={t('none.about')}
    >
      <Button onClick={onClear}>{t('filter.clear')}</Button>
    </EmptyState>
  );
}

function NoRecords({ icon, title, description, action }: ListProps<never>['empty']) {
  return (
    <EmptyState icon={icon} title={title} description={description}>
      {action}
    </EmptyState>
  );
}
