import type { InvoiceStatus } from '../../../domain/invoice-states.ts';
import type { Queryable } from '../../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { type BuyerSnapshot, type LineFields, summedQuantities } from '../issue/issue-store.ts';

export interface OriginalLineRow extends LineFields {
  credited_qty: string;
}

export interface OriginalRow {
  id: number;
  guid: string;
  kind: 'invoice' | 'credit';
  status: InvoiceStatus;
  customer_id: number;
  buyer: BuyerSnapshot;
  currency: string;
  exchange_rate: string;
  trading_partner_id: string;
  tax_exempt: boolean;
  is_discount: boolean;
  discount_is_percent: boolean;
  discount_value: string;
  is_claim: boolean;
  claim_status: string;
  is_payment_link: boolean;
  lines: OriginalLineRow[];
}

const originalColumns = sql`id, guid, kind, status, customer_id, buyer, currency, exchange_rate, trading_partner_id,
  tax_exempt, is_discount, discount_is_percent, discount_value, is_claim, claim_status, is_payment_link`;
const lineColumns = sql`guid, item_guid, item_number, description, category, qty, credited_qty, uom, tax, unit_price,
  product_cost, discount, discount_is_percent`;

/** Reads without a lock, for the preview of a note. */
export async function findOriginal(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<OriginalRow | null> {
  const [row] = await db.query<OriginalRow>(sql`
    select ${originalColumns},
      (select coalesce(json_agg(l order by l.position), '[]') from (
        select position, guid, item_guid, item_number, description, category, qty::text, credited_qty::text, uom, tax,
          unit_price::text, product_cost::text, discount::text, discount_is_percent
        from invoice_lines where account_id = invoices.account_id and invoice_id = invoices.id) l) as lines
    from invoices where account_id = ${accountId} and guid = ${guid}`);
  return row ?? null;
}

/**
 * Locks the invoice first and reads its lines in a second statement: a single statement would have taken its snapshot
 * of the lines before it waited for the lock of a concurrent note.
 */
export async function lockOriginal(
  tx: Queryable,
  accountId: number,
  guid: string,
): Promise<OriginalRow | null> {
  const [row] = await tx.query<Omit<OriginalRow, 'lines'>>(sql`
    select ${originalColumns} from invoices where account_id = ${accountId} and guid = ${guid} for update`);
  if (!row) return null;
  const lines = await tx.query<OriginalLineRow>(sql`
    select ${lineColumns} from invoice_lines where account_id = ${accountId} and invoice_id = ${row.id} order by position`);
  return { ...row, lines };
}

export interface CreditEffect {
  credited: { guid: string; qty: string }[];
  amount: string;
  leavesNothing: boolean;
  isCancelled: boolean;
  today: string;
  now: Date;
}

/** Stores the note and its effect on the original and the lines; a note that cancels the original settles earlier notes too. */
export function creditCtes(accountId: number, originalId: number, note: Sql, effect: CreditEffect): Sql {
  const earlier = effect.isCancelled
    ? sql`, earlier_notes as (
        update invoices set status = 'Paid', paid_on = ${effect.today}, updated_at = ${effect.now}
        where account_id = ${accountId} and refer_id = ${originalId} and status = 'Sent')`
    : EMPTY;
  const status = effect.isCancelled ? sql`'Cancelled'` : sql`status`;
  return sql`${note},
    credited_lines as (
      update invoice_lines l set credited_qty = l.credited_qty + t.qty
      from ${summedQuantities(effect.credited)} t
      where l.account_id = ${accountId} and l.invoice_id = ${originalId} and l.guid = t.guid),
    original as (
      update invoices set credited_amount = credited_amount + ${effect.amount}::numeric,
        credited = ${effect.leavesNothing}, status = ${status}, updated_at = ${effect.now}
      where account_id = ${accountId} and id = ${originalId})
    ${earlier}`;
}
