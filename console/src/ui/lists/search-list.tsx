import type { ReactNode } from 'react';
import { useFilters } from '../../lib/filters.ts';
import { Page } from '../elements/page.tsx';
import { List, type ListProps } from './list.tsx';
import { SavedViews } from './saved-views.tsx';
import { SearchBox } from './search-box.tsx';

interface Props<Row extends { guid: string }> extends Omit<ListProps<Row>, 'label' | 'onClear'> {
  title: string;
  description?: string;
  createAction?: ReactNode;
  searchLabel: string;
  /** The names of the other filters in the address, which "clear filters" removes along with the search. */
  filterNames?: readonly string[];
  /** Between the title and the search, as tabs. */
  above?: ReactNode;
  /** Beside the search, as more filters. */
  toolbar?: ReactNode;
  /** The menu that saves the list as a file. */
  exportMenu?: ReactNode;
  /** The dialogs and sheets of the screen. */
  children?: ReactNode;
}

/** A screen with one searchable list: title, search and filters, which are kept in the address, and the records. */
export function SearchList<Row extends { guid: string }>({
  title,
  description,
  createAction,
  searchLabel,
  filterNames = [],
  above,
  toolbar,
  exportMenu,
  children,
  empty,
  ...list
}: Props<Row>) {
  const [filters, change] = useFilters();
  const names = ['q', ...filterNames];
  const isFiltered = names.some((name) => filters[name]);
  const clear = () => change(Object.fromEntries(names.map((name) => [name, ''])));
  return (
    <Page title={title} description={description} actions={createAction}>
      {above}
      <div className={`no-print mb-3 flex flex-wrap items-center gap-2.5 ${above ? 'mt-4' : ''}`}>
        <SearchBox label={searchLabel} value={filters.q ?? ''} onSearch={(q) => change({ q })} />
        {toolbar}
        <span className="flex flex-1 justify-end gap-2">
          <SavedViews />
          {exportMenu}
        </span>
      </div>
      <List
        {...list}
        label={title}
        onClear={isFiltered ? clear : undefined}
        empty={createAction ? { ...empty, action: createAction } : empty}
      />
      {children}
    </Page>
  );
}
