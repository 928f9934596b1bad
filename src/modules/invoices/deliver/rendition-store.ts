import type { Queryable } from '../../../kernel/context.ts';
import { sql } from '../../../kernel/database/sql.ts';
import type { PrintableInvoice } from '../../../rendering/printable-invoice.ts';
import { logoBytes } from '../../accounts/logo-store.ts';

export type RenditionKind = 'issued' | 'paid' | 'credited';

export interface Rendition {
  file_name: string;
  sha256: Buffer;
  bytes: Buffer;
}

/** An invoice, and the PDF of its present state if one is stored. */
export interface StoredRendition extends Partial<Rendition> {
  id: number;
  has_files: boolean;
  record: PrintableInvoice;
  /** The logo to print it with; null where a PDF is stored. */
  logo: Buffer | null;
}

/** The invoice `i` as rendering needs it; `o` is the invoice that it credits. */
export const printableInvoiceSql = sql`json_build_object('guid', i.guid, 'number', i.number::text, 'kind', i.kind, 'status', i.status,
  'credited', i.credited, 'paid_on', i.paid_on, 'issue_date', i.issue_date, 'due_date', i.due_date,
  'settlement_date', i.settlement_date, 'delivery_date', i.delivery_date, 'seller', i.seller, 'buyer', i.buyer,
  'trading_partner_id', i.trading_partner_id, 'currency', i.currency, 'exchange_rate', i.exchange_rate::text,
  'description', i.description, 'booking', i.booking, 'cost_provide', i.cost_provide, 'terms', i.terms,
  'order_reference', i.order_reference, 'refer_number', o.number::text, 'refer_issue_date', o.issue_date,
  'amount', i.amount::text, 'credited_amount', i.credited_amount::text, 'net_s', i.net_s::text,
  'net_aa', i.net_aa::text, 'net_z', i.net_z::text, 'vat_s', i.vat_s::text, 'vat_aa', i.vat_aa::text,
  'tax_exempt', i.tax_exempt, 'is_discount', i.is_discount, 'discount_is_percent', i.discount_is_percent, 'discount_value', i.discount_value::text,
  'payment_fee', i.payment_fee::text, 'is_claim', i.is_claim, 'method_payment', i.method_payment,
  'lines', (select json_agg(json_build_object('item_number', l.item_number, 'description', l.description,
      'qty', l.qty::text, 'uom', l.uom, 'tax', l.tax, 'unit_price', l.unit_price::text, 'discount', l.discount::text,
      'discount_is_percent', l.discount_is_percent) order by l.position)
    from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id))`;

/** Which PDF the invoice `i` has now. A credit note always looks the same, because it is settled with its invoice. */
const currentKind = sql`case when i.kind = 'credit' then 'issued' when i.credited or i.status = 'Cancelled' then 'credited'
  when i.status = 'Paid' then 'paid' else 'issued' end`;

/** `original`: the first PDF that was stored, whatever the state of the invoice is now. */
export async function findRendition(
  db: Queryable,
  accountId: number,
  guid: string,
  original: boolean,
): Promise<StoredRendition | null> {
  const [row] = await db.query<StoredRendition>(sql`
    select i.id, ${printableInvoiceSql} as record, r.file_name, r.sha256, r.bytes,
      exists (select from files f where f.account_id = ${accountId} and f.invoice_id = i.id) as has_files,
      case when r.bytes is null then ${logoBytes(accountId)} end as logo
    from invoices i
    left join invoices o on o.account_id = ${accountId} and o.id = i.refer_id
    left join lateral (
      select file_name, sha256, bytes from invoice_renditions
      where account_id = ${accountId} and invoice_id = i.id and (${original} or kind = ${currentKind})
      order by created_at, kind limit 1) r on true
    where i.account_id = ${accountId} and i.guid = ${guid}`);
  return row ?? null;
}

/** Stores a rendition unless there is one, and returns the stored one: of two printed concurrently the first wins. */
export async function insertRendition(
  db: Queryable,
  accountId: number,
  invoiceId: number,
  kind: RenditionKind,
  printed: Rendition,
  now: Date,
): Promise<Rendition> {
  const stored = await db.query(sql`
    insert into invoice_renditions (account_id, invoice_id, kind, file_name, sha256, bytes, created_at)
    values (${accountId}, ${invoiceId}, ${kind}, ${printed.file_name}, ${printed.sha256}, ${printed.bytes}, ${now})
    on conflict (account_id, invoice_id, kind) do nothing returning kind`);
  if (stored.length > 0) return printed;
  const [first] = await db.query<Rendition>(sql`
    select file_name, sha256, bytes from invoice_renditions
    where account_id = ${accountId} and invoice_id = ${invoiceId} and kind = ${kind}`);
  return first ?? printed;
}
