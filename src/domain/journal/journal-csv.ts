import { bookedVatRates, type VatCode } from '../invoices/vat.ts';
import { escapeFormula, quoteCell } from '../strings/csv-cell.ts';
import {
  type Decimal,
  decimal,
  divide,
  HUNDRED,
  isNegative,
  ONE,
  round2,
  sum,
  ZERO,
} from '../values/money.ts';
import type { BookedEntry, BookedLine } from './booked-entry.ts';
import type { JournalLayout, LayoutField } from './layout.ts';

const LINE_END = '\r\n';

const SEPARATOR = { ';': ';', ',': ',', tab: '\t' } as const;
const THOUSANDS = { none: '', '.': '.', ',': ',', space: ' ' } as const;

/** A line as a row of the file. */
interface Row {
  entry: BookedEntry;
  /** Number of its entry in the file, from 1. */
  entryNumber: number;
  line: BookedLine;
  /** In percent. */
  vatRate: Decimal;
}

/** The row with the headings; empty where the layout has none. */
export function csvHeader(layout: JournalLayout): string {
  if (!layout.has_header) return '';
  return toLine(
    layout,
    layout.columns.map(({ heading }) => heading),
  );
}

export interface WrittenEntry {
  csv: string;
  rows: number;
  /** The sum of its debit rows. */
  debit: Decimal;
}

/** An entry as rows of the file. `entryNumber` counts the entries of the file from 1. */
export function csvEntry(layout: JournalLayout, entry: BookedEntry, entryNumber: number): WrittenEntry {
  const rows = layout.with_vat ? rowsWithVat(entry, entryNumber) : rowsOf(entry, entryNumber);
  const cells = (row: Row) => layout.columns.map(({ field }) => CELLS[field](row, layout));
  const amounts = rows.map(({ line }) => line.amount);
  return {
    csv: rows.map((row) => toLine(layout, cells(row))).join(''),
    rows: rows.length,
    debit: sum(amounts.filter((amount) => !isNegative(amount))),
  };
}

function toLine({ separator }: JournalLayout, cells: readonly string[]): string {
  return `${cells.map((cell) => quoteCell(cell, SEPARATOR[separator])).join(SEPARATOR[separator])}${LINE_END}`;
}

const CELLS: Readonly<Record<LayoutField, (row: Row, layout: JournalLayout) => string>> = {
  date: ({ entry }, { date_format }) => formatDay(entry.date, date_format),
  number: ({ entry }) => escapeFormula(entry.number),
  text: ({ entry }) => escapeFormula(entry.text),
  account: ({ line }) => escapeFormula(line.account),
  account_name: ({ line }) => escapeFormula(line.accountName),
  debit: ({ line: { amount } }, layout) => formatAmount(isNegative(amount) ? ZERO : amount, layout),
  credit: ({ line: { amount } }, layout) => formatAmount(isNegative(amount) ? amount.neg() : ZERO, layout),
  amount: ({ line: { amount } }, layout) => formatAmount(amount, layout),
  vat_code: ({ line }) => line.vatCode,
  vat_rate: ({ vatRate }) => vatRate.toFixed(),
  customer: ({ line: { party } }) => escapeFormula(party?.type === 'customer' ? party.code : ''),
  customer_name: ({ line: { party } }) => escapeFormula(party?.type === 'customer' ? party.name : ''),
  currency: ({ entry }) => entry.currency,
  ledger: ({ line }) => LEDGERS[ledgerOf(line)],
  ledger_account: ({ line }) =>
    escapeFormula(ledgerOf(line) === 'general' ? line.account : (line.party?.code ?? '')),
  entry: ({ entryNumber }) => String(entryNumber),
  empty: () => '',
};

const LEDGERS = { general: '1', customer: '2', supplier: '3' } as const;

/** Receivables and payables belong to the subledger of a customer or supplier, where it can be named there. */
function ledgerOf({ key, party }: BookedLine): keyof typeof LEDGERS {
  const isOfParty = (key === 'receivables' || key === 'payables') && party !== null && party.code !== '';
  return isOfParty ? party.type : 'general';
}

function formatDay(date: string, format: JournalLayout['date_format']): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return format.replace('Y', year).replace('m', month).replace('d', day);
}

function formatAmount(amount: Decimal, { decimal_mark, thousands_mark }: JournalLayout): string {
  const [whole = '', decimals = ''] = amount.toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, THOUSANDS[thousands_mark]);
  return `${grouped}${decimal_mark}${decimals}`;
}

function rowsOf(entry: BookedEntry, entryNumber: number): Row[] {
  const rates = bookedVatRates(entry.date);
  return entry.lines.map((line) => ({ entry, entryNumber, line, vatRate: percentOf(line.vatCode, rates) }));
}

function percentOf(code: VatCode | '', rates: Readonly<Record<VatCode, Decimal>>): Decimal {
  return code === '' ? ZERO : rates[code].times(HUNDRED);
}

/**
 * Adds each VAT line to the sales or cost that it belongs to. VAT that is not its rate of that sum, as on imports, stays in
 * a line of its own, because the receiving program computes it from the rate.
 */
function rowsWithVat(entry: BookedEntry, entryNumber: number): Row[] {
  const rows = rowsOf(entry, entryNumber).map((row) => ({ ...row, vatRate: ZERO }));
  const rates = bookedVatRates(entry.date);
  return rows.flatMap((row) => {
    const { vatCode } = row.line;
    if (vatCode === '' || vatCode === 'Z') return [row];
    const bases = rows.filter(({ line }) => line.vatCode === vatCode && !isVat(line));
    const vats = rows.filter(({ line }) => line.vatCode === vatCode && isVat(line));
    const [base, vat] = [bases[0], vats[0]];
    if (!base || !vat || bases.length > 1 || vats.length > 1) return [row];
    const gross = base.line.amount.plus(vat.line.amount);
    if (!followsRate(gross, vat.line.amount, rates[vatCode])) return [row];
    if (isVat(row.line)) return [];
    return [{ ...row, line: { ...row.line, amount: gross }, vatRate: percentOf(vatCode, rates) }];
  });
}

function isVat({ key }: BookedLine): boolean {
  return key.startsWith('output_vat') || key.startsWith('input_vat');
}

/** Net and VAT are rounded by themselves, so that the VAT may miss its rate of the sum by a cent or two. */
const MOST_ROUNDING = decimal('0.02');

function followsRate(gross: Decimal, vat: Decimal, rate: Decimal): boolean {
  const expected = round2(divide(gross.times(rate), ONE.plus(rate)));
  return expected.minus(vat).abs().lte(MOST_ROUNDING);
}
