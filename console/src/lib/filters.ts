import { useSearch } from '@tanstack/react-router';
import { useScreenNavigate } from './navigation.ts';

export type Filters = Readonly<Record<string, string>>;
export type FilterChanges = Readonly<Record<string, string | undefined>>;

/** Parameters that open a dialog or a sheet over a list; the page of the list stays. */
const OVERLAY_PARAMS = ['open', 'ask', 'new', 'edit'];

/** The filters of a screen. They are search parameters of the address, so that it can be bookmarked, shared and gone back to. */
export function useFilters(): [Filters, (change: FilterChanges) => void] {
  const filters = useSearch({ strict: false }) as Filters;
  const navigate = useScreenNavigate();
  const change = (changes: FilterChanges) => {
    // Another filter starts from the first page.
    const keepsPage = Object.keys(changes).every((name) => name === 'page' || OVERLAY_PARAMS.includes(name));
    // A question about one record must not be asked about the next.
    const opensRecord = 'open' in changes;
    const next = {
      ...filters,
      ...(keepsPage ? {} : { page: undefined }),
      ...(opensRecord && { ask: undefined }),
      ...changes,
    };
    const present = Object.entries(next).filter(([, value]) => value !== undefined && value !== '');
    navigate({ to: '.', search: Object.fromEntries(present), replace: !opensRecord });
  };
  return [filters, change];
}

export type Paging = ReturnType<typeof usePaging>;

/** The page of a list, kept in the address, and what the pager needs for a list with or without a total. */
export function usePaging(pageSize: number) {
  const [filters, change] = useFilters();
  const page = Number(filters.page ?? 1) || 1;
  const pager = { page, pageSize, onPage: (to: number) => change({ page: to > 1 ? String(to) : '' }) };
  return {
    page,
    /** The search, sorting and page of the address as input of a `find-…` operation. */
    query: {
      limit: pageSize,
      page,
      ...(filters.q && { search: filters.q }),
      ...(filters.sort && { sort: filters.sort }),
    },
    counted: (count: number) => ({ ...pager, count }),
    /** Without a total, a full page may be followed by another. */
    uncounted: (rows: number) => ({
      ...pager,
      count: (page - 1) * pageSize + rows + (rows === pageSize ? 1 : 0),
      isOpen: rows === pageSize,
    }),
  };
}

/** The sorting of a list, kept in the address unless it is the default. Each name sorts one way; `descending` lists those that start with the largest. */
export function useSorting(byDefault: string, ...descending: readonly string[]) {
  const [{ sort = byDefault }, change] = useFilters();
  return {
    by: sort,
    ascending: !descending.includes(sort),
    onSort: (by: string) => change({ sort: by === byDefault ? '' : by }),
  };
}

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
