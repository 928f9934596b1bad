import { EINVOICE_STATES, type EinvoiceState } from '../../domain/invoices/einvoice-states.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, recordRow } from '../../kernel/database/row.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import { invoiceEvents, invoices } from '../invoices/records/tables.ts';

export interface EinvoiceStatusChange {
  from: readonly EinvoiceState[];
  to: EinvoiceState;
  /** The timeline event; null: none. */
  event: string | null;
  reference: string;
  series: string;
  recipient: string;
  reason: string;
  /** The person who asked for it. */
  personId: number | undefined;
}

/** Moves the e-invoice to the state that the network reports, if it still is in an expected state. */
export function updateEinvoiceStatement(
  accountId: number,
  guid: string,
  { from, to, reference, event, personId, ...details }: EinvoiceStatusChange,
  now: Date,
) {
  const record = {
    ...details,
    account_id: accountId,
    invoice_id: sql`moved.id`,
    at: now,
    event: event ?? '',
    via: 'einvoice',
    person_id: personId ?? null,
  };
  const eventCte = event
    ? sql`, event as (
        ${invoiceEvents.insertSelect(record)} from moved
        on conflict (account_id, invoice_id, event, series) where event in ('sent', 'reminded', 'opened') do nothing)`
    : EMPTY;
  return {
    row: recordRow,
    ctes: sql`
      moved as (
        update invoices set xml_status = ${to}, updated_at = ${now},
          einvoice_reference = coalesce(nullif(${reference}, ''), einvoice_reference)
        where account_id = ${accountId} and guid = ${guid} and xml_status = any(${from}::text[])
        returning id, guid)
      ${eventCte}`,
    result: sql`select guid, id from moved`,
  };
}

const einvoice = invoices.pick('account_id', 'id', 'guid');
const openEinvoice = einvoice.with({
  xml_status: col.oneOf(EINVOICE_STATES),
  reference: col.text(),
  recipient: col.text(),
});
export type OpenEinvoice = RowOf<typeof openEinvoice>;
const einvoiceColumns = sql`${einvoice.list()}, xml_status, einvoice_reference as reference,
  trading_partner_id as recipient`;

/** E-invoices of all accounts whose delivery is not final, in batches, for the scheduled task that polls the network. */
export function listOpenEinvoices(
  db: Queryable,
  since: Date,
  take: number,
  after: OpenEinvoice | null,
): Promise<OpenEinvoice[]> {
  const cursor = after ? sql`and (account_id, id) > (${after.account_id}, ${after.id})` : EMPTY;
  return db.query(
    openEinvoice,
    sql`select ${einvoiceColumns} from invoices
      where xml_status in ('queued', 'sent') and einvoice_reference <> '' and updated_at > ${since} ${cursor}
      order by account_id, id limit ${take}`,
  );
}

/** The e-invoice of one invoice, in any state. */
export function findEinvoice(db: Queryable, accountId: number, guid: string): Promise<OpenEinvoice | null> {
  return db.find(
    openEinvoice,
    sql`select ${einvoiceColumns} from invoices
        where account_id = ${accountId} and guid = ${guid} and einvoice_reference <> ''`,
  );
}
