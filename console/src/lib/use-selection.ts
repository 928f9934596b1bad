import { useEffect, useRef, useState } from 'react';
import { useFilters } from './filters.ts';

/** The rows of a list that are chosen for an action on many, on all of its pages. */
export interface Selection<Row> {
  rows: ReadonlyMap<string, Row>;
  has(guid: string): boolean;
  toggle(row: Row): void;
  /** Chooses all rows from the one that was chosen last to this one, as by a click with Shift. */
  extendTo(row: Row, listed: readonly Row[]): void;
  /** Chooses all of these besides the others, or none of them where all are chosen. */
  toggleAll(rows: readonly Row[]): void;
  /** Chooses these and no others. */
  choose(rows: readonly Row[]): void;
  clear(): void;
}

/** Parameters of the address that show other rows of the same list, or something over it. */
const SAME_LIST = ['page', 'sort', 'asc', 'open', 'ask', 'new', 'edit'];

/** A selection is dropped with the filters that it was made under: nothing is done to rows that are not listed. */
export function useSelection<Row extends { guid: string }>(): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map());
  const anchor = useRef<string | null>(null);
  const [filters] = useFilters();
  const list = JSON.stringify(Object.entries(filters).filter(([name]) => !SAME_LIST.includes(name)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on the filters alone
  useEffect(() => setRows(new Map()), [list]);
  const add = (more: readonly Row[]) =>
    setRows((before) => new Map([...before, ...more.map((row) => [row.guid, row] as const)]));
  const choose = (chosen: readonly Row[]) => setRows(new Map(chosen.map((row) => [row.guid, row])));
  return {
    rows,
    has: (guid) => rows.has(guid),
    toggle: (row) => {
      anchor.current = row.guid;
      setRows((before) => {
        const next = new Map(before);
        if (!next.delete(row.guid)) next.set(row.guid, row);
        return next;
      });
    },
    extendTo: (row, listed) => {
      const places = [anchor.current, row.guid].map((guid) => listed.findIndex((one) => one.guid === guid));
      const [from, to] = places.sort((a, b) => a - b) as [number, number];
      anchor.current = row.guid;
      add(from < 0 ? [row] : listed.slice(from, to + 1));
    },
    toggleAll: (all) => (all.every(({ guid }) => rows.has(guid)) ? choose([]) : add(all)),
    choose,
    clear: () => choose([]),
  };
}
