import type { StoredEntry } from '../../domain/journal/booked-entry.ts';
import {
  ENTRY_KINDS,
  type EntryKind,
  type JournalEntry,
  type Party,
  reversed,
} from '../../domain/journal/entry.ts';
import {
  bankLineText,
  costText,
  invoiceText,
  paymentText,
  reversalText,
  writeOffText,
} from '../../domain/journal/entry-text.ts';
import { postBankLine } from '../../domain/journal/post-bank-line.ts';
import { postCost } from '../../domain/journal/post-cost.ts';
import { postInvoice, postWriteOff } from '../../domain/journal/post-invoice.ts';
import { postPayment } from '../../domain/journal/post-payment.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { batches } from '../../kernel/operations/paging.ts';
import { type BankLineSource, listBankLineSources } from './bank-source-store.ts';
import {
  type CostSource,
  type InvoiceSource,
  type JournalPage,
  type JournalPeriod,
  type LostSource,
  listCostSources,
  listInvoiceSources,
  listLostSources,
  listPaymentSources,
  listWriteOffSources,
  type PaymentSource,
  type WriteOffSource,
} from './source-store.ts';

/** More rows would be more than one file and one answer can carry. */
export const MAX_JOURNAL_LINES = 100_000;

/** The entry of a document now, and the one that was exported; null: none. */
export interface JournalItem {
  kind: EntryKind;
  documentId: number;
  date: string;
  entry: JournalEntry | null;
  stored: StoredEntry | null;
}

/**
 * Every entry of a period, by day. Each kind is read in batches, and the kinds are merged while they are read, so that
 * memory does not grow with the books.
 */
export function readJournal(
  db: Queryable,
  accountId: number,
  period: JournalPeriod,
): AsyncGenerator<JournalItem> {
  const read = <Row extends { id: number; date: string }>(
    fetch: (page: JournalPage) => Promise<Row[]>,
    toItem: (row: Row) => JournalItem,
  ) =>
    items(
      batches<Row>({}, ({ take, after }) => fetch({ accountId, period, take, after })),
      toItem,
    );
  return merged([
    read((page) => listInvoiceSources(db, page), invoiceItem),
    read((page) => listPaymentSources(db, 'payment', page), paymentItem),
    read((page) => listPaymentSources(db, 'reversal', page), reversalItem),
    read((page) => listWriteOffSources(db, page), writeOffItem),
    read((page) => listCostSources(db, page), costItem),
    read((page) => listBankLineSources(db, 'bank_line', page), bankLineItem),
    read((page) => listBankLineSources(db, 'unbooking', page), unbookingItem),
    read((page) => listLostSources(db, page), lostItem),
  ]);
}

async function* items<Row>(
  rows: AsyncIterable<Row[]>,
  toItem: (row: Row) => JournalItem,
): AsyncGenerator<JournalItem> {
  for await (const batch of rows) for (const row of batch) yield toItem(row);
}

/** Merges lists that are ordered by day into one. Of a day the kinds follow each other, and the documents of each by id. */
async function* merged(lists: readonly AsyncGenerator<JournalItem>[]): AsyncGenerator<JournalItem> {
  const heads = await Promise.all(lists.map(async (list) => ({ list, next: await list.next() })));
  for (;;) {
    const open = heads.flatMap((head) => (head.next.done ? [] : [{ head, item: head.next.value }]));
    const [first] = open.sort((a, b) => compareItems(a.item, b.item));
    if (!first) return;
    yield first.item;
    first.head.next = await first.head.list.next();
  }
}

function compareItems(a: JournalItem, b: JournalItem): number {
  const byDay = a.date.localeCompare(b.date);
  const byKind = ENTRY_KINDS.indexOf(a.kind) - ENTRY_KINDS.indexOf(b.kind);
  return byDay || byKind || a.documentId - b.documentId;
}

interface Source {
  id: number;
  date: string;
  currency: string;
  stored: StoredEntry | null;
}

function toItem(
  kind: EntryKind,
  { id, date, currency, stored }: Source,
  entry: Pick<JournalEntry, 'number' | 'text' | 'lines'>,
): JournalItem {
  return {
    kind,
    documentId: id,
    date,
    stored,
    entry: { kind, documentId: id, date, currency, ...entry },
  };
}

function invoiceItem(row: InvoiceSource): JournalItem {
  const number = String(row.number);
  return toItem(row.kind === 'credit' ? 'credit_note' : 'invoice', row, {
    number,
    text: invoiceText(row.kind, number, row.customer.name),
    lines: postInvoice(row, row.customer),
  });
}

function writeOffItem(row: WriteOffSource): JournalItem {
  const number = String(row.number);
  return toItem('write_off', row, {
    number,
    text: writeOffText(number, row.customer.name),
    lines: postWriteOff({ ...row, amount: row.written_off_amount }, row.customer),
  });
}

/** Payments, costs and bookings have no number of their own, so that a part of their guid serves as the number of the voucher. */
function voucherOf(letter: string, guid: string): string {
  return `${letter}-${guid.slice(-8)}`;
}

function paymentItem(row: PaymentSource): JournalItem {
  return toItem('payment', row, {
    number: voucherOf('G', row.guid),
    text: textOfPayment(row),
    lines: postPayment(row, row.customer),
  });
}

function reversalItem(row: PaymentSource): JournalItem {
  return toItem('reversal', row, {
    number: voucherOf('G', row.guid),
    text: reversalText(textOfPayment(row)),
    lines: reversed(postPayment(row, row.customer)),
  });
}

function textOfPayment(row: PaymentSource): string {
  const numbers = row.shares.map(({ number }) => number);
  return paymentText(row, numbers, row.customer?.name ?? '');
}

function costItem(row: CostSource): JournalItem {
  const { supplier_name: name, supplier_id: code } = row;
  const supplier: Party = { type: 'supplier', guid: '', code: code || name, name };
  return toItem('cost', row, {
    number: voucherOf('K', row.guid),
    text: costText(row.credit_note, name, row.invoice_number),
    lines: postCost({ ...row, issue_date: row.date }, supplier),
  });
}

function bankLineItem(row: BankLineSource): JournalItem {
  return itemOfLines('bank_line', row, {
    number: voucherOf('B', row.guid),
    text: bankLineText(row.counterparty_name, row.text),
    lines: postBankLine(row),
  });
}

function unbookingItem(row: BankLineSource): JournalItem {
  return itemOfLines('unbooking', row, {
    number: voucherOf('B', row.guid),
    text: reversalText(bankLineText(row.counterparty_name, row.text)),
    lines: reversed(postBankLine(row)),
  });
}

/** A line that is nothing but payments has no entry of its own. */
function itemOfLines(
  kind: EntryKind,
  row: Source,
  entry: Pick<JournalEntry, 'number' | 'text' | 'lines'>,
): JournalItem {
  const item = toItem(kind, row, entry);
  return entry.lines.length === 0 ? { ...item, entry: null } : item;
}

function lostItem({ id, kind, date, stored }: LostSource): JournalItem {
  return { kind, documentId: id, date, entry: null, stored };
}
