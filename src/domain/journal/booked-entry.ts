import { decimal, fixed2 } from '../values/money.ts';
import type { ChartOfAccounts } from './accounts.ts';
import { type JournalEntry, type JournalLine, reversed } from './entry.ts';

/** A line with its account as it was when the file was made. */
export interface BookedLine extends JournalLine {
  account: string;
  accountName: string;
}

/** An entry as a file has it. */
export interface BookedEntry extends Omit<JournalEntry, 'kind' | 'documentId' | 'lines'> {
  lines: readonly BookedLine[];
}

/** The same as JSON. */
export interface StoredEntry extends Omit<BookedEntry, 'lines'> {
  lines: readonly (Omit<BookedLine, 'amount'> & { amount: string })[];
}

export function bookEntry({ kind: _, documentId: __, ...entry }: JournalEntry, chart: ChartOfAccounts) {
  const lines = entry.lines.map((one) => {
    const { account, name } = chart[one.key];
    return { ...one, account, accountName: name };
  });
  return { ...entry, lines } satisfies BookedEntry;
}

export function toStored(entry: BookedEntry): StoredEntry {
  return { ...entry, lines: entry.lines.map((one) => ({ ...one, amount: fixed2(one.amount) })) };
}

/** The entry that takes back what a file had. */
export function takeBack(stored: StoredEntry): BookedEntry {
  const lines = stored.lines.map((one) => ({ ...one, amount: decimal(one.amount) }));
  return { ...stored, text: `Leiðrétt: ${stored.text}`, lines: reversed(lines) };
}

/**
 * Whether a file had the entry as it is now. Names and numbers of accounts are not compared: a changed chart counts for new
 * entries, and does not post old ones anew.
 */
export function isSameEntry(entry: JournalEntry, stored: StoredEntry): boolean {
  return postings(entry) === postings(stored);
}

interface ComparedEntry {
  date: string;
  lines: readonly (Omit<JournalLine, 'amount'> & { amount: JournalLine['amount'] | string })[];
}

function postings({ date, lines }: ComparedEntry): string {
  const compared = lines.map(({ key, amount, vatCode, party }) => [
    key,
    fixed2(decimal(amount)),
    vatCode,
    party?.guid ?? '',
  ]);
  return JSON.stringify([date, ...compared]);
}
