import { toOneLine } from '../strings/one-line.ts';
import { normalizeKennitala } from '../values/kennitala.ts';
import { type Decimal, fixed2, ZERO } from '../values/money.ts';
import { isNumberOf, parseAccountNo, parseIban } from './account-number.ts';
import type { StatementField } from './column-names.ts';
import {
  applyMapping,
  columnNames,
  type Layout,
  otherAmounts,
  proposeMapping,
  type Rows,
} from './columns.ts';
import {
  type ColumnMapping,
  checkBalances,
  type OwnAccount,
  oldestFirst,
  type ReadStatement,
  type RefusedStatement,
  refuseStatement,
  type StatementFormat,
  type StatementLine,
} from './statement.ts';
import {
  type DateOrder,
  type DecimalSign,
  dateOrderOf,
  findDecimalSign,
  parseAmount,
  parseBookedDay,
  parseValueDay,
  parseWrittenDate,
} from './written-values.ts';

export interface TableFile {
  format: StatementFormat;
  rows: Rows;
  /** What was sent with the file; null where the columns are to be found out. */
  mapping: ColumnMapping | null;
  /** The accounts that it may be of. What served for the last file of one is used where the file has its columns. */
  own: readonly OwnAccount[];
  /** What the reader of the file found out: the separator and the encoding of a CSV file. */
  formats: ColumnMapping;
  /** The file ends in the middle of its last row. */
  isCutOff: boolean;
}

export const MAX_LINES = 20_000;
const ORDER_FORMATS: Readonly<Record<DateOrder, string>> = {
  dmy: 'dd.mm.yyyy',
  mdy: 'mm/dd/yyyy',
  ymd: 'yyyy-mm-dd',
};
const ACCOUNT = /\b\d{4}-?\d{2}-?\d{6}\b|\bIS\d{2}(?:\s?\d{4}){5}\s?\d{2}\b/g;
/** Sums below and above the transactions. */
const SUM_ROW = /^(?:samtals|total|alls|lokastaða|upphafsstaða|opening balance|closing balance)/i;

/** Reads the transactions of a table with one row each. */
export function readTable(file: TableFile): ReadStatement {
  const layout = findLayout(file);
  if ('problem' in layout) return layout;
  const outcome = readLines(file, layout);
  if (file.mapping || !('problem' in outcome) || outcome.problem.kind !== 'balance') return outcome;
  const others = otherAmounts(file.rows, layout).map((other) => readLines(file, other));
  return others.find((one) => 'statement' in one) ?? outcome;
}

function readLines(file: TableFile, layout: Layout): ReadStatement {
  const cells = new TableCells(file.rows, layout);
  const lines: StatementLine[] = [];
  for (const [at, row] of file.rows.entries()) {
    if (at < layout.firstRow || cells.isNoTransaction(row)) continue;
    if (lines.length >= MAX_LINES) return refuseStatement('statement_large', MAX_LINES);
    if (file.isCutOff && at === file.rows.length - 1) return refuseStatement('statement_cut', at + 1);
    const line = cells.readLine(row, at + 1);
    if ('problem' in line) return line;
    lines.push(line);
  }
  if (lines.length === 0) return refuseStatement('statement_empty');
  const mapping = { ...layout.mapping, ...file.formats, ...cells.formats };
  return checkBalances({
    format: file.format,
    accounts: cells.accounts(),
    currency: cells.currency(),
    openingBalance: null,
    closingBalance: null,
    lines: oldestFirst(lines),
    mapping,
    columns: columnNames(file.rows),
  });
}

function findLayout({ rows, mapping, own }: TableFile): Layout | RefusedStatement {
  const known = mapping ? null : rememberedLayout(rows, own);
  if (known) return known;
  const proposed = mapping ?? proposeMapping(rows);
  const layout = proposed ? applyMapping(rows, proposed) : { missing: 'booked_on and amount' };
  if ('columns' in layout) return layout;
  return 'missing' in layout
    ? refuseStatement('statement_columns', layout.missing, columnNames(rows).join(' | '))
    : refuseStatement('statement_no_column', layout.noColumn);
}

/** As the last file of the account was read; of several accounts, of the one that the file names when it is read so. */
function rememberedLayout(rows: Rows, own: readonly OwnAccount[]): Layout | undefined {
  const layouts = own.flatMap((account) => {
    const layout = account.mapping && applyMapping(rows, withoutFileFormats(account.mapping));
    return layout && 'columns' in layout ? [{ account, layout }] : [];
  });
  const found = layouts.find(
    ({ account, layout }) =>
      own.length === 1 || new TableCells(rows, layout).accounts().some((one) => isNumberOf(account, one)),
  );
  return found?.layout;
}

/** What another file was written with says nothing about this one. */
function withoutFileFormats({ separator, encoding, decimal, ...kept }: ColumnMapping): ColumnMapping {
  return kept as ColumnMapping;
}

/** The cells of a table by what its columns hold. */
class TableCells {
  readonly #rows: Rows;
  readonly #layout: Layout;
  readonly #order: DateOrder;
  readonly #sign: DecimalSign;
  readonly #currency: string;

  constructor(rows: Rows, layout: Layout) {
    this.#rows = rows;
    this.#layout = layout;
    const { date_format: dateFormat = '', decimal: sign } = layout.mapping;
    this.#order = dateOrderOf(dateFormat) ?? 'dmy';
    this.#sign = sign === ',' || sign === '.' ? sign : findDecimalSign(this.#amounts());
    const codes = this.#all('currency').map((code) => code.toUpperCase());
    this.#currency = codes.find((code) => /^[A-Z]{3}$/.test(code)) ?? '';
  }

  get formats(): ColumnMapping {
    const { date_format: sent } = this.#layout.mapping;
    const day = this.#all('booked_on').find((written) => written !== '') ?? '';
    const order = /^\d{4}/.test(day) ? 'ymd' : this.#order;
    return { date_format: sent ?? ORDER_FORMATS[order], decimal: this.#sign };
  }

  /** An empty row, or one of sums. */
  isNoTransaction(row: readonly string[]): boolean {
    const fields = ['booked_on', 'amount', 'amount_in', 'amount_out'] as const;
    if (fields.every((field) => this.#cell(row, field) === '')) return true;
    return (
      row.some((cell) => SUM_ROW.test(cell.trim())) && parseWrittenDate(this.#cell(row, 'booked_on')) === null
    );
  }

  readLine(row: readonly string[], number: number): StatementLine | RefusedStatement {
    const refuse = (code: 'statement_date' | 'statement_amount', written: string) =>
      refuseStatement(code, number, written.slice(0, 40));
    const day = this.#cell(row, 'booked_on');
    const bookedOn = parseBookedDay(day, this.#order);
    if (bookedOn === null) return refuse('statement_date', day);
    const valueDay = this.#cell(row, 'value_on');
    const valueOn = valueDay === '' ? null : parseValueDay(valueDay, this.#order, bookedOn);
    if (valueDay !== '' && valueOn === null) return refuse('statement_date', valueDay);
    const currency = this.#cell(row, 'currency').toUpperCase();
    if (currency !== '' && currency !== this.#currency)
      return refuseStatement('statement_line_currency', number, currency.slice(0, 40), this.#currency);
    const amount = this.#amountOf(row);
    if (typeof amount === 'string') return refuse('statement_amount', amount);
    const written = this.#cell(row, 'balance');
    const balance = written === '' ? null : parseAmount(written, this.#sign);
    if (written !== '' && balance === null) return refuse('statement_amount', written);
    const kennitala = normalizeKennitala(this.#text(row, 'counterparty_registration_no', 20));
    // Banks repeat the kennitala of the other party where a reference may stand.
    const isReference = (cell: string) => kennitala === '' || normalizeKennitala(cell) !== kennitala;
    return {
      row: number,
      bookedOn,
      valueOn,
      amount: fixed2(amount),
      isReversal: false,
      text: this.#text(row, 'text', 500),
      reference: this.#text(row, 'reference', 140, isReference),
      counterpartyName: this.#text(row, 'counterparty_name', 140),
      counterpartyId: kennitala,
      counterpartyAccount: this.#text(row, 'counterparty_account_no', 40),
      balance: balance && fixed2(balance),
    };
  }

  /** Account numbers in the column of accounts, or above the heading. */
  accounts(): string[] {
    const inColumn = this.#all('account_no').filter((cell) => parseAccountNo(cell) ?? parseIban(cell));
    const above = this.#rows.slice(0, Math.max(0, this.#layout.firstRow - 1)).flat();
    const found = inColumn.length > 0 ? inColumn : above.flatMap((cell) => cell.match(ACCOUNT) ?? []);
    return [...new Set(found)];
  }

  /** The first one that is written; all others must be the same. */
  currency(): string {
    return this.#currency;
  }

  /** The signed amount, or what stands where it should be. */
  #amountOf(row: readonly string[]): Decimal | string {
    const whole = this.#cell(row, 'amount');
    if (this.#layout.columns.amount.length > 0) return parseAmount(whole, this.#sign) ?? whole;
    const [credit, debit] = [this.#cell(row, 'amount_in'), this.#cell(row, 'amount_out')];
    const [paidIn, paidOut] = [credit, debit].map((one) =>
      one === '' ? ZERO : parseAmount(one, this.#sign),
    );
    if (!paidIn) return credit;
    if (!paidOut || (credit === '' && debit === '')) return debit;
    // Money that went out may be written with or without a minus.
    return paidIn.minus(paidOut.abs());
  }

  #amounts(): string[] {
    return (['amount', 'amount_in', 'amount_out', 'balance'] as const).flatMap((field) => this.#all(field));
  }

  #all(field: StatementField): string[] {
    if (this.#layout.columns[field].length === 0) return [];
    return this.#rows.slice(this.#layout.firstRow).map((row) => this.#cell(row, field));
  }

  #cell(row: readonly string[], field: StatementField): string {
    const at = this.#layout.columns[field][0];
    return at === undefined ? '' : (row[at] ?? '').trim();
  }

  /** What the columns of the field say, each text once. */
  #text(row: readonly string[], field: StatementField, max: number, isKept = (_: string) => true): string {
    const cells = this.#layout.columns[field].map((at) => toOneLine(row[at] ?? ''));
    const kept = new Set(cells.filter((cell) => cell !== '' && isKept(cell)));
    return [...[...kept].join(' ')].slice(0, max).join('');
  }
}
