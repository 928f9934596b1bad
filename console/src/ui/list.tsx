import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Paging } from '../lib/filters.ts';
import { useWords } from '../words/words.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './feedback.tsx';
import { Card } from './page.tsx';
import { type QueryState, QueryView } from './query-view.tsx';
import { type Column, Pager, type Sorting, Table } from './table.tsx';

/** One page of a list, with how many there are in all where the server counts them. */
type Page<Row> = readonly Row[] | { rows: readonly Row[]; count: number };

interface Props<Row extends { guid: string }> {
  label: string;
  query: QueryState<Page<Row>> & { isPlaceholderData: boolean };
  columns: readonly Column<Row>[];
  onOpen(guid: string): void;
  sorting?: Sorting;
  pages: Paging;
  /** What stands there while there is nothing at all. */
  empty: { icon: ReactNode; title: string; description: string; action?: ReactNode };
  /** Takes the filters away; only given while there are any. */
  onClear?: (() => void) | undefined;
}

/** A list of things in a card: on its way, not come, empty, nothing that matches, or its rows. */
export function List<Row extends { guid: string }>(props: Props<Row>) {
  const { query, pages, label, columns, onOpen, sorting, empty, onClear } = props;
  return (
    <Card flush>
      <QueryView query={query} rows={8}>
        {(data) => {
          const { rows, count } = 'rows' in data ? data : { rows: data, count: null };
          if (rows.length === 0) return onClear ? <NoMatch onClear={onClear} /> : <Nothing {...empty} />;
          return (
            <>
              <Table
                label={label}
                columns={columns}
                rows={rows}
                keyOf={({ guid }) => guid}
                onOpen={({ guid }) => onOpen(guid)}
                {...(sorting && { sorting })}
                faded={query.isPlaceholderData}
              />
              <Pager {...(count === null ? pages.ofUnknown(rows.length) : { ...pages.known, count })} />
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}

function NoMatch({ onClear }: { onClear(): void }) {
  const { t } = useWords();
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

function Nothing({ icon, title, description, action }: Props<never>['empty']) {
  return (
    <EmptyState icon={icon} title={title} description={description}>
      {action}
    </EmptyState>
  );
}
