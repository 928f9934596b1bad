import { escapeFormula, quoteCell } from '../strings/csv-cell.ts';
import { fixed2 } from '../values/money.ts';
import type { Transfer } from './transfers.ts';

const SEPARATOR = ';';
const LINE_END = '\r\n';

const COLUMNS: readonly [heading: string, cell: (transfer: Transfer) => string][] = [
  ['pay_on', ({ payOn }) => payOn],
  ['account', ({ account_no }) => account_no],
  ['iban', ({ iban }) => iban],
  ['kennitala', ({ kennitala }) => kennitala],
  ['name', ({ name }) => escapeFormula(name)],
  ['amount', ({ amount }) => fixed2(amount)],
  ['currency', ({ currency }) => currency],
  ['text', ({ text }) => escapeFormula(text)],
];

/** Transfers for a bank or a sheet: headings, then a row for each, with a decimal point. */
export function transferCsv(transfers: readonly Transfer[]): string {
  const rows = [
    COLUMNS.map(([heading]) => heading),
    ...transfers.map((transfer) => COLUMNS.map(([, cell]) => cell(transfer))),
  ];
  return rows
    .map((row) => `${row.map((cell) => quoteCell(cell, SEPARATOR)).join(SEPARATOR)}${LINE_END}`)
    .join('');
}
