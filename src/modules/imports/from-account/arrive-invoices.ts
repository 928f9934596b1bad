import {
  customerOf,
  type SourceRecord,
  textFields,
  toCreditRow,
  toOpenInvoiceRow,
} from '../../../domain/imports/other-account.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import type { RecordPlan } from '../../../kernel/operations/record-import.ts';
import { planCredits } from '../../invoices/imports/import-credits.ts';
import { planOpenInvoices } from '../../invoices/imports/import-open-invoices.ts';
import {
  type Arrival,
  leftOut,
  type RowOfRecord,
  refuseLockedDays,
  toArrival,
  toFileRecords,
} from './arrival.ts';
import { listRecordsHere } from './import-store.ts';

/** What customers owe, and what is left of credit notes; see the import of open invoices from files. */
export function arriveInvoices(
  ctx: WriteContext,
  sources: readonly SourceRecord[],
  isSameCompany: boolean,
): Promise<Arrival> {
  const toRow = (source: SourceRecord) => {
    const row = toOpenInvoiceRow(source);
    // A claim belongs to the company that has made it.
    const { claim_id: _, ...unclaimed } = row ?? {};
    return row && (isSameCompany ? row : unclaimed);
  };
  return arrive(ctx, sources, toRow, ['issue_date', 'paid_on'], planOpenInvoices);
}

/** What payments have left, as credit of the customers who paid. */
export function arriveCredits(ctx: WriteContext, sources: readonly SourceRecord[]): Promise<Arrival> {
  const toRow = (source: SourceRecord) => {
    const row = toCreditRow(source);
    return row && { ...row, key: source.guid };
  };
  return arrive(ctx, sources, toRow, ['paid_on'], planCredits);
}

async function arrive(
  ctx: WriteContext,
  sources: readonly SourceRecord[],
  toRow: (source: SourceRecord) => Record<string, string> | null,
  days: readonly string[],
  plan: (ctx: WriteContext, records: ReturnType<typeof toFileRecords>) => Promise<RecordPlan>,
): Promise<Arrival> {
  const rows = sources.flatMap((source) => {
    const fields = toRow(source);
    return fields ? [{ source, fields }] : [];
  });
  const { open, refusals } = await refuseLockedDays(ctx, rows, days);
  const named = await withCustomers(ctx, open);
  const arrival = toArrival(named, await plan(ctx, toFileRecords(named)));
  const isOpen = new Set(rows.map(({ source }) => source));
  const rest = sources.filter((source) => !isOpen.has(source)).map(leftOut);
  return { ...arrival, records: [...arrival.records, ...refusals, ...rest] };
}

/** Names the customer of each row: the profile that has come of it, else what finds or makes one. */
async function withCustomers(ctx: WriteContext, rows: readonly RowOfRecord[]): Promise<RowOfRecord[]> {
  const customers = rows.map(({ source }) => customerOf(source));
  const guids = customers.flatMap(({ guid }) => guid || []);
  const here = await listRecordsHere(ctx.tx, ctx.account.id, 'customers', guids);
  return rows.map(({ source, fields }, place) => {
    const customer = customers[place] ?? { guid: '', fields: {} };
    const guid = here.get(customer.guid);
    const named = textFields(customer, ['name', 'registration_no', 'email']);
    return { source, fields: { ...fields, ...named, ...(guid && { customer_guid: guid }) } };
  });
}
