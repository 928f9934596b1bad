import {
  creditedGuid,
  customerOf,
  isCreditNote,
  type SourceRecord,
  settledOf,
  textFields,
  toCreditNoteRow,
  toCreditRow,
  toInvoiceRow,
} from '../../../domain/imports/other-account.ts';
import { noAnswer } from '../../../kernel/database/no-answer.ts';
import { joinCtes } from '../../../kernel/database/sql.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import type { RecordPlan } from '../../../kernel/operations/record-import.ts';
import { planCreditNotes } from '../../invoices/imports/import-credit-notes.ts';
import { planCredits } from '../../invoices/imports/import-credits.ts';
import { planOpenInvoices } from '../../invoices/imports/import-open-invoices.ts';
import { type LedgerInvoice, lockInvoicesByGuid } from '../../invoices/records/ledger-store.ts';
import { recordImportedPayments } from '../../payments/import-payments.ts';
import {
  type Arrival,
  type ArrivedRecord,
  leftOut,
  type RowOfRecord,
  refuseLockedDays,
  toArrival,
  toFileRecords,
} from './arrival.ts';
import { listRecordsHere } from './import-store.ts';

const DAYS = ['issue_date', 'paid_on'];

/**
 * Invoices with what was settled of them, those that are settled as history. The credit notes of a page come after its invoices,
 * because they name them.
 */
export async function arriveInvoices(
  ctx: WriteContext,
  sources: readonly SourceRecord[],
  isSameCompany: boolean,
): Promise<Arrival> {
  const invoices = sources.filter((source) => !isCreditNote(source));
  const toRow = (source: SourceRecord) => {
    const row = toInvoiceRow(source);
    // A claim belongs to the company that has made it.
    const { claim_id: _, ...unclaimed } = row ?? {};
    return row && (isSameCompany ? row : unclaimed);
  };
  const issued = await arrive(ctx, invoices, toRow, DAYS, (one, rows) =>
    planOpenInvoices(one, toFileRecords(rows), { sources: sourcesOf(rows) }),
  );
  await store(ctx, issued);
  const guids = new Map(issued.records.map(({ source, guid }) => [source.guid, guid]));
  const notes = await arriveNotes(ctx, sources.filter(isCreditNote), guids);
  return {
    ...notes,
    records: [...issued.records, ...notes.records],
    bookedOn: [...(issued.bookedOn ?? []), ...(notes.bookedOn ?? [])],
  };
}

/** Stores it before the last statement of the page, so that what comes after may name it. */
async function store(ctx: WriteContext, { ctes, bookedOn = [] }: Arrival): Promise<void> {
  if (ctes.length === 0) return;
  const end = { target: null, ...noAnswer, ctes: joinCtes(...ctes), bookedOn };
  await ctx.part((part) => part.finish(end));
}

/**
 * The note of an invoice that is settled here is a document. Of any other one only what is left to pay back comes, as credit: the
 * invoice came with what was left of it.
 */
async function arriveNotes(
  ctx: WriteContext,
  notes: readonly SourceRecord[],
  ofPage: ReadonlyMap<string, string | null>,
): Promise<Arrival> {
  const originals = await lockOriginals(ctx, notes, ofPage);
  const ofSettled = notes.filter((note) => originals.has(creditedGuid(note)));
  const others = notes.filter((note) => !originals.has(creditedGuid(note)));
  const documents = await arrive(ctx, ofSettled, toInvoiceRow, DAYS, (one, rows) =>
    planCreditNotes(
      one,
      toFileRecords(rows).flatMap((record, index) => {
        const source = rows[index]?.source;
        const original = source && originals.get(creditedGuid(source));
        return original ? [{ ...record, original, source: source.fields }] : [];
      }),
    ),
  );
  await store(ctx, documents);
  const credits = await arrive(ctx, others, toCreditNoteRow, DAYS, (one, rows) =>
    planOpenInvoices(one, toFileRecords(rows)),
  );
  return {
    ...credits,
    records: [...documents.records, ...credits.records],
    bookedOn: [...(documents.bookedOn ?? []), ...(credits.bookedOn ?? [])],
  };
}

/** The invoices here that the notes credit and that are settled, by the guids there. */
async function lockOriginals(
  ctx: WriteContext,
  notes: readonly SourceRecord[],
  ofPage: ReadonlyMap<string, string | null>,
): Promise<ReadonlyMap<string, LedgerInvoice>> {
  const named = notes.flatMap((note) => creditedGuid(note) || []);
  if (named.length === 0) return new Map();
  const here = new Map<string, string | null>([
    ...(await listRecordsHere(ctx.tx, ctx.account.id, 'invoices', named)),
    ...ofPage,
  ]);
  const guids = named.flatMap((guid) => here.get(guid) ?? []);
  const locked = await lockInvoicesByGuid(ctx.tx, ctx.account.id, guids);
  const settled = new Map(locked.filter(isSettled).map((one) => [one.guid, one]));
  return new Map(
    named.flatMap((guid): [string, LedgerInvoice][] => {
      const original = settled.get(here.get(guid) ?? '');
      return original ? [[guid, original]] : [];
    }),
  );
}

const isSettled = ({ kind, status }: LedgerInvoice) => kind === 'invoice' && status === 'Paid';

/** What was settled there since of invoices that came before: `known` has their guids here by those there. */
export async function followInvoices(
  ctx: WriteContext,
  sources: readonly SourceRecord[],
  known: ReadonlyMap<string, string>,
): Promise<ArrivedRecord[]> {
  const settled = sources.flatMap((source) => {
    const guid = known.get(source.guid);
    return guid && !isCreditNote(source) ? [{ guid, ...settledOf(source) }] : [];
  });
  const outcomes = await recordImportedPayments(ctx, settled);
  return sources.map((source): ArrivedRecord => {
    const guid = known.get(source.guid) ?? null;
    const outcome = outcomes.get(guid ?? '') ?? 'same';
    const message = typeof outcome === 'object' ? outcome.refusal : '';
    return { source, fate: outcome === 'paid' ? 'changed' : 'known', guid, message };
  });
}

/** What payments have left, as credit of the customers who paid. */
export function arriveCredits(ctx: WriteContext, sources: readonly SourceRecord[]): Promise<Arrival> {
  const toRow = (source: SourceRecord) => {
    const row = toCreditRow(source);
    return row && { ...row, key: source.guid };
  };
  return arrive(ctx, sources, toRow, ['paid_on'], (one, rows) => planCredits(one, toFileRecords(rows)));
}

function sourcesOf(rows: readonly RowOfRecord[]) {
  return new Map(rows.map(({ source }, index) => [index + 1, source.fields]));
}

async function arrive(
  ctx: WriteContext,
  sources: readonly SourceRecord[],
  toRow: (source: SourceRecord) => Record<string, string> | null,
  days: readonly string[],
  plan: (ctx: WriteContext, rows: readonly RowOfRecord[]) => Promise<RecordPlan>,
): Promise<Arrival> {
  if (sources.length === 0) return { records: [], ctes: [] };
  const rows = sources.flatMap((source) => {
    const fields = toRow(source);
    return fields ? [{ source, fields }] : [];
  });
  const { open, refusals } = await refuseLockedDays(ctx, rows, days);
  const named = await withCustomers(ctx, open);
  const arrival = toArrival(named, await plan(ctx, named));
  const isOpen = new Set(rows.map(({ source }) => source));
  const rest = sources.filter((source) => !isOpen.has(source)).map(leftOut);
  return { ...arrival, records: [...arrival.records, ...refusals, ...rest] };
}

/** Names the customer of each row: the profile that has come of it, else what finds or makes one. */
async function withCustomers(ctx: WriteContext, rows: readonly RowOfRecord[]): Promise<RowOfRecord[]> {
  const customers = rows.map(({ source }) => customerOf(source));
  const guids = customers.flatMap(({ guid }) => guid || []);
  const here = await listRecordsHere(ctx.tx, ctx.account.id, 'customers', guids);
  return rows.map(({ source, fields }, index) => {
    const customer = customers[index] ?? { guid: '', fields: {} };
    const guid = here.get(customer.guid);
    const named = textFields(customer, ['name', 'registration_no', 'email']);
    return { source, fields: { ...fields, ...named, ...(guid && { customer_guid: guid }) } };
  });
}
