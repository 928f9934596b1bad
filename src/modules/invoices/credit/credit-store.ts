import type { InvoiceStatus } from '../../../domain/invoices/invoice-states.ts';
import { INHERITED_REFERENCES } from '../../../domain/invoices/references.ts';
import { anyGuid } from '../../../kernel/database/any-of.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, emptyRow, type RowOf, row } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { lastIssuedSql } from '../records/invoice-facts-store.ts';
import { summedQuantities } from '../records/line-quantities-store.ts';
import { DISCOUNT_NAMES, invoiceLines, invoices, LINE_FIELDS, SUM_NAMES } from '../records/tables.ts';

const originalLine = invoiceLines.pick(...LINE_FIELDS, 'credited_qty');
export type OriginalLineRow = RowOf<typeof originalLine>;

const original = invoices.pick(
  'id',
  'guid',
  'number',
  'kind',
  'status',
  'issue_date',
  'paid_on',
  'paid_amount',
  'credited_amount',
  'written_off_on',
  'period_start',
  'period_end',
  'customer_id',
  'buyer',
  'currency',
  'exchange_rate',
  'trading_partner_id',
  ...INHERITED_REFERENCES,
  'tax_exempt',
  ...DISCOUNT_NAMES,
  'is_claim',
  'claim_status',
  'is_payment_link',
  'amount',
  ...SUM_NAMES,
  'credited',
  'decided_vat_kind',
);

/** The sums of the credit notes of an invoice, as exact text. */
const noteSums = row({
  count: col.bigint(),
  amount: col.text(),
  net_s: col.text(),
  net_aa: col.text(),
  net_z: col.text(),
  vat_s: col.text(),
  vat_aa: col.text(),
});
const parts = row({
  lines: col.jsonList(originalLine),
  notes: col.json(noteSums),
  last_issued: col.date().nullable(),
  took_stock: col.boolean(),
});
const originalRow = original.with(parts.columns);
/** The invoice that a credit note credits. */
export type OriginalRow = RowOf<typeof originalRow>;

/** The order that the invoice bills, and the page whose stock it took its pieces from. */
function orderWithStock(accountId: Sql, invoiceId: Sql): Sql {
  return sql`select s.id from sale_orders o join product_sales s on s.account_id = o.account_id and s.id = o.sale_id
    where o.account_id = ${accountId} and o.invoice_id = ${invoiceId} and o.took_stock and s.inventory_control`;
}

const PARTS = sql`
  (select coalesce(json_agg(${originalLine.jsonObject('l')} order by l.position), '[]')
    from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id) as lines,
  (select json_build_object('count', count(*), 'amount', coalesce(sum(n.amount), 0)::text,
      'net_s', coalesce(sum(n.net_s), 0)::text, 'net_aa', coalesce(sum(n.net_aa), 0)::text,
      'net_z', coalesce(sum(n.net_z), 0)::text,
      'vat_s', coalesce(sum(n.vat_s), 0)::text, 'vat_aa', coalesce(sum(n.vat_aa), 0)::text)
    from invoices n where n.account_id = i.account_id and n.refer_id = i.id) as notes,
  ${lastIssuedSql(sql`i.account_id`)} as last_issued,
  exists (${orderWithStock(sql`i.account_id`, sql`i.id`)}) as took_stock`;

/** Reads without a lock, for the preview of a note. */
export function findOriginal(db: Queryable, accountId: number, guid: string): Promise<OriginalRow | null> {
  return db.find(
    originalRow,
    sql`select ${original.list('i')}, ${PARTS}
        from invoices i where i.account_id = ${accountId} and i.guid = ${guid}`,
  );
}

/** Locks invoices that several notes credit, in the order of ids. */
export async function lockOriginals(
  tx: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<void> {
  if (guids.length === 0) return;
  await tx.query(
    emptyRow,
    sql`select from invoices where account_id = ${accountId} and guid = ${anyGuid(guids)} order by id for update`,
  );
}

/**
 * Locks the invoice first and reads its lines and notes in a second statement: a single statement would have taken its
 * snapshot of them before it waited for the lock of a concurrent note.
 */
export async function lockOriginal(
  tx: Queryable,
  accountId: number,
  guid: string,
): Promise<OriginalRow | null> {
  const [invoice] = await tx.query(
    original,
    sql`select ${original.list()} from invoices where account_id = ${accountId} and guid = ${guid} for update`,
  );
  if (!invoice) return null;
  const [found] = await tx.query(
    parts,
    sql`select ${PARTS} from invoices i where i.account_id = ${accountId} and i.id = ${invoice.id}`,
  );
  return found ? { ...invoice, ...found } : null;
}

export interface CreditEffect {
  credited: { guid: string; qty: string }[];
  amount: string;
  /** How many pieces of a purchase on a selling page the note takes back. */
  pieces: number;
  leavesNothing: boolean;
  /** The status of the invoice afterwards. */
  status: InvoiceStatus;
  /** The invoice is settled by the note, and with it the earlier notes. */
  isSettled: boolean;
  today: string;
  now: Date;
}

/** Stores the note and its effect on the original and the lines. */
export function creditCtes(accountId: number, originalId: number, note: Sql, effect: CreditEffect): Sql {
  const earlier = effect.isSettled
    ? sql`, earlier_notes as (
        update invoices set status = 'Paid', paid_on = ${effect.today}, updated_at = ${effect.now}
        where account_id = ${accountId} and refer_id = ${originalId} and status = 'Sent' and refund_amount = paid_amount
        returning guid, number, kind)`
    : EMPTY;
  return sql`${note},
    credited_lines as (
      update invoice_lines l set credited_qty = l.credited_qty + t.qty
      from ${summedQuantities(effect.credited)} t
      where l.account_id = ${accountId} and l.invoice_id = ${originalId} and l.guid = t.guid),
    original as (
      update invoices set credited_amount = credited_amount + ${effect.amount}::numeric,
        credited = ${effect.leavesNothing}, status = ${effect.status}, updated_at = ${effect.now}
      where account_id = ${accountId} and id = ${originalId})
    ${earlier} ${effect.pieces > 0 ? restockCte(accountId, originalId, effect) : EMPTY}`;
}

/** Puts back on sale what the note takes back of an order, if the order took it from a stock. */
function restockCte(accountId: number, originalId: number, { pieces, now }: CreditEffect): Sql {
  return sql`, restocked as (
    update product_sales s set inventory_count = s.inventory_count + ${pieces}::integer, updated_at = ${now}
    where s.account_id = ${accountId} and s.id in (${orderWithStock(sql`${accountId}`, sql`${originalId}`)}))`;
}
