import { type OpenInvoice, readOpenInvoice } from '../../../domain/imports/open-invoice.ts';
import { toOpenInvoiceFields } from '../../../domain/imports/own-einvoice.ts';
import type { FileRecord } from '../../../domain/imports/records.ts';
import { decimal, fixed2 } from '../../../domain/values/money.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import {
  judgeRow,
  type RecordImport,
  type RecordPlan,
  type RowFate,
  refuseRepeated,
} from '../../../kernel/operations/record-import.ts';
import { parse } from '../../../kernel/write/input.ts';
import { findRate } from '../../costs/store.ts';
import { sellerSnapshot } from '../records/seller.ts';
import { type BuyersOfRows, findBuyers } from './buyers.ts';
import { emitImported } from './imported-events.ts';
import { readLines } from './imported-lines.ts';
import { type ImportedRow, importedInvoice, OPEN_INVOICE_COLUMNS } from './open-invoice-columns.ts';
import { creditOfRow, type ReadRow, toCredit, toInvoice } from './open-invoice-records.ts';
import {
  insertOpenInvoices,
  listImported,
  listImportedCredits,
  listKnownClaims,
} from './open-invoice-store.ts';

export const importOpenInvoices: RecordImport = {
  columns: OPEN_INVOICE_COLUMNS,
  events: ['customer.created', 'invoice.imported', 'payment.recorded', 'invoice.payment_recorded'],
  readDocument({ account, today }, { read }) {
    const found = toOpenInvoiceFields(read.einvoice, { kennitala: account.registrationNo, today });
    if ('refusal' in found) fail('file_refused', violation('einvoice_unread', found.refusal));
    return found.fields;
  },
  plan: (ctx, records) => planOpenInvoices(ctx, records),
};

type JudgedRow = { row: number } & ({ value: ReadRow } | { refusal: string });

/** The facts of invoices that another account has and a list of debtors does not. */
export interface KnownInvoices {
  /** The documents as that account has them, by their rows, of which the lines are read. */
  sources: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
}

/**
 * A row may name its customer by `customer_guid` as well. Of invoices of another account nothing may be left to pay: then they
 * are history.
 */
export async function planOpenInvoices(
  ctx: WriteContext,
  records: readonly FileRecord[],
  known: KnownInvoices | null = null,
): Promise<RecordPlan> {
  const buyers = await findBuyers(ctx, records);
  const judged: JudgedRow[] = [];
  const rates = new Map<string, string | null>();
  for (const { row, fields } of records) {
    const read = judgeRow(() => parse({ input: importedInvoice }, fields));
    judged.push({
      row,
      ...('refusal' in read ? read : await readRow(ctx, read.value, { buyers, row, rates, known })),
    });
  }
  const rows = judged.flatMap((one) => ('value' in one ? [{ row: one.row, ...one.value }] : []));
  const refusals = await findRefusals(ctx, rows);
  const here = await findKnown(ctx, rows);
  const fates = judged.map((one): RowFate => {
    if ('refusal' in one) return { row: one.row, fate: 'refused', message: one.refusal };
    const before = here.get(keyOf(one.value));
    const message = before === undefined ? refusals.get(one.row) : differs(before.amount, one.value);
    if (message) return { row: one.row, fate: 'refused', message };
    return { row: one.row, fate: before === undefined ? 'new' : 'same', message: '' };
  });
  const isNew = new Set(fates.flatMap(({ row, fate }) => (fate === 'new' ? [row] : [])));
  const added = rows.filter(({ row }) => isNew.has(row)).map((row) => ({ guid: ctx.newGuid(), ...row }));
  const guidsHere = rows.map((row): [number, string] => [row.row, here.get(keyOf(row))?.guid ?? '']);
  return {
    rows: fates,
    guids: new Map([...guidsHere, ...added.map(({ row, guid }): [number, string] => [row, guid])]),
    ...writeRows(ctx, added, buyers),
  };
}

interface Reading {
  buyers: BuyersOfRows;
  row: number;
  known: KnownInvoices | null;
  /** The rates of the table by currency and day. */
  rates: Map<string, string | null>;
}

async function readRow(
  ctx: WriteContext,
  fields: ImportedRow,
  { buyers, row, rates, known }: Reading,
): Promise<{ value: ReadRow } | { refusal: string }> {
  const buyer = buyers.of(row);
  if ('refusal' in buyer) return buyer;
  const currency = fields.currency ?? 'ISK';
  const read = readOpenInvoice({ ...fields, currency }, ctx.today, known !== null);
  if ('refusal' in read) return read;
  const day = `${currency} ${fields.issue_date}`;
  if (currency !== 'ISK' && !fields.exchange_rate && !rates.has(day))
    rates.set(day, await findRate(ctx.tx, currency, fields.issue_date));
  const rate = currency === 'ISK' ? '1' : (fields.exchange_rate?.toFixed() ?? rates.get(day));
  if (!rate)
    return { refusal: `No rate of ${currency} is known for ${fields.issue_date}; add exchange_rate` };
  const { issue_date: issueDate, amount } = fields;
  const source = known?.sources.get(row);
  const { parts } = read.value;
  const lines = source ? readLines(source, { issueDate, amount, parts }, ctx.newGuid) : null;
  return { value: { fields, open: read.value, currency, rate, buyer: buyer.value, lines } };
}

/** An invoice is known by its number; so is credit, which has its number as the key of its payment. */
function keyOf({ fields }: ReadRow): string {
  return String(fields.invoice_number);
}

/** The amount that identifies a row beside its number. */
const amountOf = ({ fields, open }: { fields: ImportedRow; open: OpenInvoice }) =>
  fixed2(fields.amount.lt('0') ? open.remainder.neg() : fields.amount);

interface KnownRow {
  guid: string;
  /** With its currency. */
  amount: string;
}

/** Existing invoices, by their numbers. */
async function findKnown(
  ctx: WriteContext,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<string, KnownRow>> {
  const { tx, account } = ctx;
  const invoices = await listImported(
    tx,
    account.id,
    rows.map(({ fields }) => fields.invoice_number),
  );
  const credits = await listImportedCredits(tx, account.id, rows.map(keyOf));
  return new Map([
    ...credits.map(({ guid, source_key, amount, currency }): [string, KnownRow] => [
      source_key ?? '',
      { guid, amount: `${fixed2(decimal(amount).neg())} ${currency}` },
    ]),
    ...invoices.map(({ guid, number, amount, currency }): [string, KnownRow] => [
      String(number),
      { guid, amount: `${fixed2(decimal(amount))} ${currency}` },
    ]),
  ]);
}

function differs(known: string, row: ReadRow): string {
  return known === `${amountOf(row)} ${row.currency}`
    ? ''
    : `${keyOf(row)} was imported before, with the amount ${known}`;
}

async function findRefusals(
  ctx: WriteContext,
  rows: readonly ({ row: number } & ReadRow)[],
): Promise<ReadonlyMap<number, string>> {
  const claimed = rows.filter(({ fields }) => fields.claim_id);
  const known = await listKnownClaims(
    ctx.tx,
    ctx.account.id,
    claimed.flatMap(({ fields }) => fields.claim_id ?? []),
  );
  const ofAnother = claimed.filter(({ fields }) => known.includes(fields.claim_id ?? ''));
  return new Map([
    ...ofAnother.map(({ row, fields }): [number, string] => [
      row,
      `The claim ${fields.claim_id} belongs to another invoice`,
    ]),
    ...refuseRepeated(claimed, ({ fields }) => fields.claim_id ?? ''),
    ...refuseRepeated(rows, keyOf),
  ]);
}

function writeRows(
  ctx: WriteContext,
  added: readonly (ReadRow & { guid: string })[],
  buyers: BuyersOfRows,
): Pick<RecordPlan, 'ctes' | 'bookedOn'> {
  const invoices = added.filter(({ fields }) => fields.amount.gte('0')).map((row) => toInvoice(ctx, row));
  const credits = added
    .filter(({ fields }) => fields.amount.lt('0'))
    .map((row) => toCredit(creditOfRow(row)));
  const newCustomers = buyers.insertNew(ctx, added);
  emitImported(ctx, invoices, credits);
  const days = added.flatMap(({ fields, open }) => [fields.issue_date, open.paidOn]);
  return {
    ctes: [
      ...newCustomers,
      ...insertOpenInvoices(ctx, {
        invoices,
        credits,
        seller: sellerSnapshot(ctx.account),
        hasNewCustomers: newCustomers.length > 0,
      }),
    ],
    bookedOn: [...new Set(days)],
  };
}
