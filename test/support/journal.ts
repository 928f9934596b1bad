import assert from 'node:assert/strict';
import type { Client } from './client.ts';

export interface JournalRow {
  date: string;
  number: string;
  text: string;
  account: string;
  /** Debit less credit, in aurar. */
  amount: number;
  vat_code: string;
  customer: string;
  currency: string;
}

const HEADER = 'date;number;text;account;debit;credit;vat_code;customer;currency';

/** Aurar of a figure with two decimals. */
function aurar(written = ''): number {
  assert.match(written, /^\d+\.\d\d$/);
  return Number(written.replace('.', ''));
}

/** Reads a file of the general layout, which must balance as a whole and by voucher and day. */
export function readGeneralJournal(file: string): JournalRow[] {
  const [header, ...lines] = Buffer.from(file, 'base64').toString('utf8').split('\r\n');
  assert.equal(header, HEADER);
  assert.equal(lines.pop(), '');
  const rows = lines.map((line) => {
    const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    );
    const [date = '', number = '', text = '', account = '', debit, credit, vat_code = '', ...rest] = cells;
    const [customer = '', currency = ''] = rest;
    const amount = aurar(debit) - aurar(credit);
    return { date, number, text, account, amount, vat_code, customer, currency };
  });
  for (const [voucher, group] of Map.groupBy(rows, ({ date, number }) => `${date} ${number}`))
    assert.equal(
      group.reduce((sum, { amount }) => sum + amount, 0),
      0,
      `voucher ${voucher} does not balance`,
    );
  return rows;
}

export async function exportGeneral(seller: Client, fields: object = {}): Promise<JournalRow[]> {
  const { file, lines } = await seller.ok('export-journal', { ...fields, layout: 'general' });
  const rows = readGeneralJournal(file);
  assert.equal(rows.length, lines);
  return rows;
}

/** The balance of each account in aurar, without those at zero. */
export function accountSums(rows: readonly JournalRow[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, amount } of rows) sums[account] = (sums[account] ?? 0) + amount;
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}
