type Row = Record<string, unknown>;

/** Columns of a table in their order, where the records have them. */
const COLUMNS = [
  'number',
  'item_number',
  'name',
  'username',
  'customer',
  'status',
  'issue_date',
  'due_date',
  'amount',
  'unit_price',
  'currency',
  'paid_on',
  'direction',
  'unallocated',
  'state',
  'description',
  'type',
  'accounting_status',
  'registration_no',
  'email',
];
const MAX_COLUMNS = 8;
const MAX_CHARACTERS = 40;

/** Rows as a table for people. The guid comes last, because the next command needs it. */
export function renderTable(rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return 'Nothing found.';
  const columns = columnsOf(first);
  const cells = [columns.map(toTitle), ...rows.map((row) => columns.map((column) => toCell(row[column])))];
  const widths = columns.map((_column, at) => Math.max(...cells.map((line) => widthOf(line[at] ?? ''))));
  const isNumber = columns.map((column) => rows.every((row) => typeof row[column] === 'number'));
  return cells
    .map((line) =>
      line
        .map((cell, at) => pad(cell, widths[at] ?? 0, isNumber[at] ?? false))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function columnsOf(row: Row): string[] {
  const known = COLUMNS.filter((column) => column in row);
  const plain = Object.keys(row).filter((name) => typeof row[name] !== 'object' && name !== 'guid');
  const columns = (known.length >= 2 ? known : plain).slice(0, MAX_COLUMNS - 1);
  return 'guid' in row ? [...columns, 'guid'] : columns;
}

/** A record as one line for each field. */
export function renderRecord(record: Row): string {
  const width = Math.max(0, ...Object.keys(record).map(widthOf));
  return Object.entries(record)
    .map(([name, value]) => `${pad(name, width, false)}  ${toText(value)}`.trimEnd())
    .join('\n');
}

function toTitle(column: string): string {
  return column.replaceAll('_', ' ').toUpperCase();
}

function toCell(value: unknown): string {
  const { name } = (typeof value === 'object' && value !== null ? value : {}) as { name?: unknown };
  const text = toText(name ?? value);
  return widthOf(text) > MAX_CHARACTERS ? `${[...text].slice(0, MAX_CHARACTERS - 1).join('')}…` : text;
}

/** Without control characters: text from outside could otherwise move the cursor or recolour the terminal. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

function widthOf(text: string): number {
  return [...text].length;
}

function pad(text: string, width: number, alignRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return alignRight ? space + text : text + space;
}
