import type { z } from 'zod';
import { type OpenInvoice, readOpenInvoice } from '../../../domain/imports/open-invoice.ts';
import type { FileRecord } from '../../../domain/imports/records.ts';
import { isPaidUp } from '../../../domain/payments/settlement.ts';
import { type Decimal, decimal, fixed2, ZERO } from '../../../domain/values/money.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import {
  judgeRow,
  type RecordPlan,
  type RowFate,
  refuseRepeated,
} from '../../../kernel/operations/record-import.ts';
import { parse } from '../../../kernel/write/input.ts';
import type { LedgerInvoice } from '../records/ledger-store.ts';
import { sellerSnapshot } from '../records/seller.ts';
import { type BuyersOfRows, findBuyers } from './buyers.ts';
import { type CreditedOriginal, creditOriginalsCte } from './credited-originals-store.ts';
import { emitImported } from './imported-events.ts';
import { readLines } from './imported-lines.ts';
import { type ImportedRow, importedInvoice } from './open-invoice-columns.ts';
import { toInvoice } from './open-invoice-records.ts';
import { type ImportedInvoice, insertOpenInvoices, listImported } from './open-invoice-store.ts';

/** A credit note of another account, and the imported invoice that it credits, which is settled and locked. */
export interface NoteOfAccount extends FileRecord {
  original: LedgerInvoice;
  source: Readonly<Record<string, unknown>>;
}

/**
 * Plans credit notes as documents. What settled an imported invoice is one payment, also where it was credited, so all of the note
 * was to be paid back, and what is settled of it is a payment too.
 */
export async function planCreditNotes(
  ctx: WriteContext,
  notes: readonly NoteOfAccount[],
): Promise<RecordPlan> {
  const buyers = await findBuyers(ctx, notes);
  const taken = await listTakenNumbers(ctx, notes);
  const repeated = refuseRepeated(notes, ({ fields }) => fields.invoice_number ?? '');
  const credited = new Map<number, CreditedOriginal>();
  const added: { guid: string; document: ImportedInvoice; row: number; days: string[] }[] = [];
  const rows = notes.map((note): RowFate => {
    const { row, fields } = note;
    const again = repeated.get(row) ?? taken.get(fields.invoice_number ?? '');
    if (again !== undefined) return { row, fate: 'refused', message: again };
    const read = readNote(ctx, note, buyers);
    if ('refusal' in read) return { row, fate: 'refused', message: read.refusal };
    const sum = creditedBy(note.original, credited.get(note.original.id), read.fields.amount);
    if (!sum) return { row, fate: 'refused', message: 'It credits more than is left of its invoice' };
    credited.set(note.original.id, sum);
    added.push({ row, ...toNote(ctx, note, read) });
    return { row, fate: 'new', message: '' };
  });
  const documents = added.map(({ document }) => document);
  emitImported(ctx, documents, []);
  const inserted = insertOpenInvoices(ctx, {
    invoices: documents,
    credits: [],
    seller: sellerSnapshot(ctx.account),
    hasNewCustomers: false,
  });
  return {
    rows,
    guids: new Map(added.map(({ row, guid }) => [row, guid])),
    ctes: [...inserted, ...creditOriginalsCte(ctx, [...credited.values()])],
    bookedOn: added.flatMap(({ days }) => days),
  };
}

/** The numbers of imported documents that are here already. */
async function listTakenNumbers(
  { tx, account }: WriteContext,
  notes: readonly NoteOfAccount[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = notes.flatMap(({ fields: { invoice_number = '' } }) =>
    /^\d{1,15}$/.test(invoice_number) ? [Number(invoice_number)] : [],
  );
  const found = await listImported(tx, account.id, numbers);
  return new Map(
    found.map(({ number }) => [String(number), `Another document was imported with the number ${number}`]),
  );
}

interface ReadNote {
  fields: ImportedRow;
  open: OpenInvoice;
  buyer: { id: number; snapshot: ImportedInvoice['invoice']['buyer'] };
}

function readNote(
  { today }: WriteContext,
  { row, fields, original }: NoteOfAccount,
  buyers: BuyersOfRows,
): ReadNote | { refusal: string } {
  const buyer = buyers.of(row);
  if ('refusal' in buyer) return buyer;
  if (buyer.value.id === null) return { refusal: 'Its customer did not come' };
  const read = judgeRow(() => parse<z.infer<typeof importedInvoice>>({ input: importedInvoice }, fields));
  if ('refusal' in read) return read;
  const { currency = 'ISK' } = read.value;
  if (currency !== original.currency) return { refusal: 'It has another currency than its invoice' };
  const open = readOpenInvoice({ ...read.value, currency }, today, true);
  if ('refusal' in open) return open;
  const { id, snapshot } = buyer.value;
  return { fields: read.value, open: open.value, buyer: { id, snapshot } };
}

/** What is credited of the invoice with this note; null where that is more than there is. */
function creditedBy(
  { id, amount, credited_amount, currency }: LedgerInvoice,
  before: CreditedOriginal | undefined,
  note: Decimal,
): CreditedOriginal | null {
  const by = (before ? decimal(before.by) : ZERO).plus(note);
  const left = decimal(amount).minus(credited_amount).minus(by);
  if (left.lt(ZERO)) return null;
  return { id, by: fixed2(by), credited: isPaidUp(left, currency) };
}

function toNote(
  ctx: WriteContext,
  { source, original }: NoteOfAccount,
  { fields, open, buyer }: ReadNote,
): { guid: string; document: ImportedInvoice; days: string[] } {
  const guid = ctx.newGuid();
  const { issue_date: issueDate, amount } = fields;
  const lines = readLines(source, { issueDate, amount, parts: open.parts }, ctx.newGuid);
  const { currency, exchange_rate: rate } = original;
  const { invoice, ...rest } = toInvoice(ctx, { guid, fields, open, currency, rate, buyer, lines });
  const kind = { kind: 'credit' as const, refer_id: original.id, refund_amount: fixed2(amount) };
  return {
    guid,
    document: {
      ...rest,
      invoice: { ...invoice, ...kind },
      payment: rest.payment && { ...rest.payment, direction: 'out' },
    },
    days: [issueDate, open.paidOn],
  };
}
