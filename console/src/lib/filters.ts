import { useNavigate, useSearch } from '@tanstack/react-router';

export type Filters = Readonly<Record<string, string>>;

/** What lies over a list and leaves it as it is: the page that it shows stays. */
const OVERLAY_PARAMS = ['open', 'ask', 'new', 'edit'];

/** The filters of a screen. They stand in the address, so that it can be kept, sent and gone back to. */
export function useFilters(): [Filters, (change: Readonly<Record<string, string | undefined>>) => void] {
  const filters = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string | undefined>>) => {
    // What is filtered otherwise begins with its first page.
    const stays = Object.keys(changes).every((name) => name === 'page' || OVERLAY_PARAMS.includes(name));
    // What was asked about one thing is not asked about the next.
    const isOther = 'open' in changes;
    const next = {
      ...filters,
      ...(stays ? {} : { page: undefined }),
      ...(isOther && { ask: undefined }),
      ...changes,
    };
    const kept = Object.entries(next).filter(([, value]) => value !== undefined && value !== '');
    navigate({ to: '.', search: Object.fromEntries(kept) as never, replace: !isOther });
  };
  return [filters, change];
}

export type Paging = ReturnType<typeof usePaging>;

/** Which page of a list is shown, and how to go to another; it stands in the address too. */
export function usePaging(pageSize: number) {
  const [filters, change] = useFilters();
  const page = Number(filters.page ?? 1) || 1;
  const known = { page, pageSize, onPage: (to: number) => change({ page: to > 1 ? String(to) : '' }) };
  // Where nobody tells how many there are, a full page may have another behind it.
  const ofUnknown = (rows: number) => ({
    ...known,
    count: (page - 1) * pageSize + rows + (rows === pageSize ? 1 : 0),
    isOpen: rows === pageSize,
  });
  return { page, known, ofUnknown };
}

/**
 * What a list is sorted by, each from its beginning; only names that `falling` has begin with the largest. What it is
 * usually sorted by does not stand in the address.
 */
export function useSorting(usual: string, ...falling: readonly string[]) {
  const [{ sort = usual }, change] = useFilters();
  return {
    by: sort,
    ascending: !falling.includes(sort),
    onSort: (by: string) => change({ sort: by === usual ? '' : by }),
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
