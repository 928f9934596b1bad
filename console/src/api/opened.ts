import { useRead } from './queries.ts';

/** The record that the address names. A link may lead to one that is not on the present page of its list. */
export function useRecordFromUrl<Row extends { guid: string }>(
  list: 'get-quotes' | 'get-recurring-invoices',
  rows: readonly Row[] | undefined,
  guid: string | undefined,
): Row | null {
  const find = (from: readonly Row[] | undefined) => from?.find((row) => row.guid === guid) ?? null;
  const listed = find(rows);
  const isElsewhere = guid !== undefined && rows !== undefined && !listed;
  const { data } = useRead(list, { search: guid ?? '', limit: 1 }, { enabled: isElsewhere });
  // The rows of a list are those of its operation.
  return listed ?? (isElsewhere ? find(data as readonly unknown[] as readonly Row[]) : null);
}
