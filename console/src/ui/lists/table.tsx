import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  isValidElement,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from '../../i18n/translation.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import type { Selection } from '../../lib/use-selection.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell(row: Row): ReactNode;
  /** Numbers are right-aligned. */
  figure?: boolean;
  /** The name of the sorting on the server. */
  sort?: string;
  /** On a phone: the title of the card, at its right, a button beside it, or left out. */
  card?: 'title' | 'trailing' | 'action' | 'none';
  narrow?: boolean;
}

export interface Sorting {
  by: string;
  ascending: boolean;
  onSort(by: string, ascending: boolean): void;
}

interface Props<Row extends object> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  onOpen?(row: Row): void;
  sorting?: Sorting;
  faded?: boolean;
  /** Rows can be chosen for an action on many: by a checkbox, or by x on the row with the focus; with Shift a range of them. */
  selection?: Selection<Row> | undefined;
}

/** A table with keyboard navigation: j and k or the arrows move, Enter opens. On a phone it is a list of cards. */
export function Table<Row extends object>(props: Props<Row>) {
  const isPhone = useIsPhone();
  return (
    <div className={`transition-opacity ${props.faded ? 'opacity-60' : ''}`}>
      {isPhone ? <Cards {...props} /> : <Rows {...props} />}
    </div>
  );
}

/** Moves the focus between rows. The row with the focus is the only one in the tab order (roving tabindex). */
function useRowFocus<Row extends object>({ rows, onOpen, selection }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [at, setAt] = useState(-1);
  const move = (by: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, at + by));
    body.current?.querySelectorAll('tr')[next]?.focus();
  };
  const select = (event: globalThis.KeyboardEvent) => {
    const row = rows[at];
    if (!row || !selection || !body.current?.contains(document.activeElement)) return false;
    return event.shiftKey ? selection.extendTo(row, rows) : selection.toggle(row);
  };
  useShortcuts(onOpen ? { next: () => move(1), previous: () => move(-1), select } : { select });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows start from the top
  useEffect(() => setAt(-1), [rows]);
  const onKeyDown = (event: KeyboardEvent, row: Row) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen?.(row);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
  };
  return {
    body,
    rowProps: (row: Row, index: number) => ({
      tabIndex: onOpen ? (index === Math.max(at, 0) ? 0 : -1) : undefined,
      onFocus: () => setAt(index),
      onClick: () => onOpen?.(row),
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, row),
    }),
  };
}

function Rows<Row extends object>(props: Props<Row>) {
  const { label, columns, rows, keyOf, onOpen, sorting, selection } = props;
  const { body, rowProps } = useRowFocus(props);
  return (
    <table className="w-full" aria-label={label}>
      <thead>
        <tr>
          {selection && <SelectAll selection={selection} rows={rows} keyOf={keyOf} />}
          {columns.map((column) => (
            <Head key={column.id} column={column} {...(sorting && { sorting })} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => (
          <tr
            key={keyOf(row)}
            {...rowProps(row, index)}
            className={`group border-b last:border-0 focus-visible:-outline-offset-2 ${onOpen ? 'cursor-pointer hover:bg-sunken' : ''}`}
          >
            {selection && (
              <td className="no-print w-11 pl-5 align-middle">
                <SelectRow {...{ selection, rows, row }} guid={keyOf(row)} name={rowLabel(columns, row)} />
              </td>
            )}
            <Cells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The text of the title column, by which a checkbox is named. */
function rowLabel<Row>(columns: readonly Column<Row>[], row: Row): string {
  return textOf(columns.find(({ card }) => card === 'title')?.cell(row));
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).filter(Boolean).join(' ');
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}

const CHECKBOX = 'size-4 accent-(--accent) max-sm:size-5';

interface SelectAllProps<Row> {
  selection: Selection<Row>;
  rows: readonly Row[];
  keyOf(row: Row): string;
}

function SelectAll<Row>({ selection, rows, keyOf }: SelectAllProps<Row>) {
  const { t } = useTranslation();
  const chosen = rows.filter((row) => selection.has(keyOf(row))).length;
  return (
    <th
      scope="col"
      className="no-print sticky top-0 z-10 w-11 rounded-tl-xl border-b bg-paper pl-5 text-left"
    >
      <input
        type="checkbox"
        aria-label={t('bulk.all')}
        checked={chosen > 0 && chosen === rows.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < rows.length;
        }}
        onChange={() => selection.toggleAll(rows)}
        className={CHECKBOX}
      />
    </th>
  );
}

interface SelectRowProps<Row> {
  selection: Selection<Row>;
  row: Row;
  guid: string;
  rows: readonly Row[];
  /** Names the row for a screen reader. */
  name: string;
}

/** The checkbox that chooses a row of a list. */
export function SelectRow<Row>({ selection, row, guid, rows, name }: SelectRowProps<Row>) {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      aria-label={t('bulk.choose', { name })}
      checked={selection.has(guid)}
      onClick={(event) => event.stopPropagation()}
      onChange={({ nativeEvent }) =>
        (nativeEvent as MouseEvent).shiftKey ? selection.extendTo(row, rows) : selection.toggle(row)
      }
      className={CHECKBOX}
    />
  );
}

function Cards<Row extends object>({ label, columns, rows, keyOf, onOpen, selection }: Props<Row>) {
  return (
    <ul className="divide-y" aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className="offscreen flex items-center">
          {selection && (
            <span className="pl-4">
              <SelectRow {...{ selection, rows, row }} guid={keyOf(row)} name={rowLabel(columns, row)} />
            </span>
          )}
          <CardRow columns={columns} row={row} {...(onOpen && { onOpen })} />
          {columns.map(
            (column) =>
              column.card === 'action' && (
                <span key={column.id} className="pr-4">
                  {column.cell(row)}
                </span>
              ),
          )}
        </li>
      ))}
    </ul>
  );
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) => (
    <td
      key={column.id}
      className={`px-3 py-2.5 align-middle first:pl-5 last:pr-5 print:max-w-none print:px-1.5 print:py-1 print:text-xs print:whitespace-normal print:first:pl-0 print:last:pr-0 ${column.figure ? 'figure text-right' : ''} ${column.narrow ? 'max-lg:hidden' : ''} ${widthOf(column)}`}
    >
      {isBlank(column.cell(row)) ? '–' : column.cell(row)}
    </td>
  ));
}

/** A cell without a value; zero is one. */
function isBlank(cell: ReactNode): boolean {
  return cell === null || cell === undefined || cell === false || cell === '';
}

/**
 * A name may be longer than the screen is wide, and is cut off with an ellipsis; badges and buttons are not. The title
 * gives way to the other columns, so that the table is never wider than its card.
 */
function widthOf<Row>({ figure, card }: Column<Row>): string {
  if (card === 'action') return 'no-print';
  if (figure || card === 'trailing') return '';
  return card === 'title' ? 'w-2/5 max-w-0 min-w-40 truncate' : 'max-w-56 truncate';
}

const PHONE = matchMedia('(max-width: 639.98px)');

/** A media query in script, so that rows are rendered once: as a table or as cards. */
function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      PHONE.addEventListener('change', listener);
      return () => PHONE.removeEventListener('change', listener);
    },
    () => PHONE.matches,
  );
}

function CardRow<Row extends object>({
  columns,
  row,
  onOpen,
}: Pick<Props<Row>, 'columns' | 'onOpen'> & { row: Row }) {
  const inside = (
    <>
      <span className="min-w-0 flex-1 space-y-1 wrap-anywhere">
        {columns.map((column) =>
          column.card === 'title' ? (
            <span key={column.id} className="line-clamp-3 font-medium">
              {column.cell(row)}
            </span>
          ) : column.card || isBlank(column.cell(row)) ? null : (
            <span
              key={column.id}
              className="mr-3 inline-flex max-w-full items-center gap-1.5 text-dense text-muted"
            >
              {column.cell(row)}
            </span>
          ),
        )}
      </span>
      <span className="flex max-w-3/5 shrink-0 flex-col items-end gap-1.5 text-right">
        {columns.map(
          (column) =>
            column.card === 'trailing' && (
              <span key={column.id} className="figure font-medium">
                {column.cell(row)}
              </span>
            ),
        )}
      </span>
    </>
  );
  const className = 'flex w-full min-w-0 items-start gap-3 px-4 py-3.5 text-left';
  return onOpen ? (
    <button type="button" onClick={() => onOpen(row)} className={`${className} active:bg-sunken`}>
      {inside}
    </button>
  ) : (
    <div className={className}>{inside}</div>
  );
}

function Head<Row>({ column, sorting }: { column: Column<Row>; sorting?: Sorting }) {
  const className = `sticky top-0 z-10 border-b bg-paper px-3 py-2.5 print:static print:px-1.5 print:first:pl-0 print:last:pr-0 text-left text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-xl first:pl-5 last:rounded-tr-xl last:pr-5 ${column.figure ? 'text-right' : ''} ${column.narrow ? 'max-lg:hidden' : ''} ${column.card === 'action' ? 'no-print' : ''}`;
  if (!sorting || !column.sort) {
    return (
      <th scope="col" className={className}>
        {column.header}
      </th>
    );
  }
  const isSorted = sorting.by === column.sort;
  const Arrow = sorting.ascending ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (sorting.ascending ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        onClick={() => sorting.onSort(column.sort ?? '', isSorted ? !sorting.ascending : !column.figure)}
        className={`inline-flex items-center gap-1 rounded hover:text-ink ${column.figure ? 'flex-row-reverse' : ''}`}
      >
        {column.header}
        <Arrow size={13} aria-hidden className={isSorted ? '' : 'opacity-0'} />
      </button>
    </th>
  );
}
