import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { Answer, type Asked } from './answer.tsx';
import { Button } from './button.tsx';
import { Card } from './page.tsx';
import { Empty } from './state.tsx';
import { type Column, Pager, type Sorting, Table } from './table.tsx';

interface Props<Data, Row extends object> {
  label: string;
  query: Asked<Data> & { isPlaceholderData: boolean };
  rowsOf(data: Data): readonly Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  onOpen(row: Row): void;
  sorting?: Sorting;
  /** Below the rows, where they are one page of many. */
  pager?(data: Data): { page: number; pageSize: number; count: number; onPage(page: number): void };
  /** What stands there while there is nothing at all. */
  empty: { icon: ReactNode; title: string; about: string; make?: ReactNode };
  /** Takes the filters away; only given while there are any. */
  onClear?: (() => void) | undefined;
}

/** A list of things in a card: on its way, not come, empty, nothing that matches, or its rows. */
export function List<Data, Row extends object>(props: Props<Data, Row>) {
  const { query, rowsOf, pager, label, columns, keyOf, onOpen, sorting, empty, onClear } = props;
  return (
    <Card flush>
      <Answer query={query} rows={8}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length === 0) return onClear ? <NoMatch onClear={onClear} /> : <Nothing {...empty} />;
          return (
            <>
              <Table
                label={label}
                columns={columns}
                rows={rows}
                keyOf={keyOf}
                onOpen={onOpen}
                {...(sorting && { sorting })}
                faded={query.isPlaceholderData}
              />
              {pager && <Pager {...pager(data)} />}
            </>
          );
        }}
      </Answer>
    </Card>
  );
}

function NoMatch({ onClear }: { onClear(): void }) {
  const { t } = useWords();
  return (
    <Empty icon={<SearchX size={22} aria-hidden />} title={t('none.title')} about={t('none.about')}>
      <Button onClick={onClear}>{t('filter.clear')}</Button>
    </Empty>
  );
}

function Nothing({ icon, title, about, make }: Props<unknown, object>['empty']) {
  return (
    <Empty icon={icon} title={title} about={about}>
      {make}
    </Empty>
  );
}
