import type { RenditionKind } from '../../../domain/invoices/rendition-cases.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, first, type RowOf, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { renditionKindSql } from '../../../kernel/database/state-sql.ts';
import { logoBytes } from '../../accounts/logo-store.ts';
import { hasFiles } from '../files/file-store.ts';
import { feeLeftSql } from '../records/fee-store.ts';
import {
  DISCOUNT_NAMES,
  invoiceLines,
  invoices,
  renditions,
  SUM_NAMES,
  TEXT_NAMES,
} from '../records/tables.ts';

const printableFields = invoices.pick(
  'guid',
  'kind',
  'status',
  'credited',
  'paid_on',
  'issue_date',
  'due_date',
  'settlement_date',
  ...TEXT_NAMES,
  'period_start',
  'period_end',
  'seller',
  'buyer',
  'trading_partner_id',
  'currency',
  'exchange_rate',
  'order_reference',
  'amount',
  'credited_amount',
  'paid_amount',
  'refund_amount',
  'written_off_on',
  'written_off_amount',
  ...SUM_NAMES,
  'tax_exempt',
  ...DISCOUNT_NAMES,
  'is_claim',
  'is_payment_link',
  'mark_paid',
  'method_payment',
);
const printableLine = invoiceLines.pick(
  'item_number',
  'description',
  'qty',
  'uom',
  'tax',
  'vat_kind',
  'unit_price',
  'discount',
  'discount_is_percent',
);
/** A `PrintableInvoice`, the record that rendering takes. */
export const printableInvoiceRow = printableFields.with({
  number: col.text().nullable(),
  payment_fee: col.text(),
  refer_number: col.text().nullable(),
  refer_issue_date: col.date().nullable(),
  lines: col.jsonList(printableLine),
});

const lines = sql`(select json_agg(${printableLine.jsonObject('l')} order by l.position)
  from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id)`;
/** The invoice `i` as rendering needs it; `o` is the invoice that it credits. */
export const printableInvoiceSql = printableFields.jsonObject(
  'i',
  sql`'number', i.number::text, 'payment_fee', ${feeLeftSql}, 'refer_number', o.number::text, 'refer_issue_date', o.issue_date, 'lines', ${lines}`,
);

const rendition = renditions.pick('file_name', 'sha256', 'bytes');
export type Rendition = RowOf<typeof rendition>;

const { id } = invoices.columns;
const { file_name, sha256, bytes } = rendition.columns;
/** An invoice, and the PDF of its present state if one is stored. */
const storedRendition = row({
  id,
  file_name: file_name.nullable(),
  sha256: sha256.nullable(),
  bytes: bytes.nullable(),
  has_files: col.boolean(),
  record: col.json(printableInvoiceRow),
  /** The logo to print it with; null where a PDF is stored. */
  logo: col.bytea().nullable(),
});
export type StoredRendition = RowOf<typeof storedRendition>;

/** `isOriginal`: the first PDF that was stored, whatever the state of the invoice is now. */
export function findRendition(
  db: Queryable,
  accountId: number,
  guid: string,
  isOriginal: boolean,
): Promise<StoredRendition | null> {
  const statement = sql`
    select i.id, ${printableInvoiceSql} as record, r.file_name, r.sha256, r.bytes,
      ${hasFiles} as has_files,
      case when r.bytes is null then ${logoBytes(accountId)} end as logo
    from invoices i
    left join invoices o on o.account_id = ${accountId} and o.id = i.refer_id
    left join lateral (
      select ${rendition.list()} from renditions
      where account_id = ${accountId} and invoice_id = i.id and (${isOriginal} or kind = ${renditionKindSql})
      order by created_at, kind limit 1) r on true
    where i.account_id = ${accountId} and i.guid = ${guid}`;
  return first(db.query(storedRendition, statement));
}

/**
 * Stores a rendition unless there is one, and returns the stored one: of two that are printed concurrently the first wins. The key that
 * says so is that of the partition, which is the same for both.
 */
export async function insertRendition(
  db: Queryable,
  accountId: number,
  invoiceId: number,
  kind: RenditionKind,
  pdf: Rendition,
  now: Date,
): Promise<Rendition> {
  const record = { account_id: accountId, invoice_id: invoiceId, kind, ...pdf, created_at: now };
  const inserted = await db.query(
    renditions.pick('kind'),
    sql`${renditions.insert(record)} on conflict do nothing returning kind`,
  );
  if (inserted.length > 0) return pdf;
  const [stored] = await db.query(
    rendition,
    sql`select ${rendition.list()} from renditions
      where account_id = ${accountId} and invoice_id = ${invoiceId} and kind = ${kind} order by created_at limit 1`,
  );
  return stored ?? pdf;
}
