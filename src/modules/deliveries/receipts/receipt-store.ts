import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { buyerColumns, buyerRow } from '../../invoices/records/invoice-facts-store.ts';
import { allocations, invoices, payments } from '../../invoices/records/tables.ts';

const shareFields = allocations.pick('amount', 'paid');
const documentFields = invoices.pick(
  'guid',
  'kind',
  'status',
  'currency',
  'credited_amount',
  'paid_amount',
  'refund_amount',
  'written_off_on',
);
const documentRow = documentFields.with({ number: col.text().nullable(), total: invoices.columns.amount });
const receiptFields = payments.pick(
  'guid',
  'direction',
  'amount',
  'currency',
  'paid_on',
  'method_payment',
  'source',
  'reference',
  'interest',
  'charge',
  'fee',
  'reversed_on',
);
const receiptRow = receiptFields.with({
  payer: col.json(buyerRow).nullable(),
  shares: col.jsonList(
    shareFields.with({
      /** Null where it takes credit of another payment. */
      document: col.json(documentRow).nullable(),
    }),
  ),
});
export type ReceiptRow = RowOf<typeof receiptRow>;

/**
 * A payment with what it settles and who paid it: the customer that it names, or that of all it settles. Applied credit
 * lists what it settles, and not what it was taken from.
 */
export function findReceipt(db: Queryable, accountId: number, guid: string): Promise<ReceiptRow | null> {
  const document = documentFields.jsonObject('i', sql`'number', i.number::text, 'total', i.amount::text`);
  return db.find(
    receiptRow,
    sql`select ${receiptFields.list('p')},
          (select row_to_json(c) from (select ${buyerColumns} from customers
            where account_id = ${accountId} and id = coalesce(p.customer_id, (
              select max(i.customer_id) from allocations a
              join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
              where a.account_id = ${accountId} and a.payment_id = p.id having count(distinct i.customer_id) = 1))) c) as payer,
          (select coalesce(json_agg(${shareFields.jsonObject(
            'a',
            sql`'document', case when i.id is not null then ${document} end`,
          )} order by a.id), '[]')
            from allocations a
            left join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
            where a.account_id = ${accountId} and a.payment_id = p.id
              and (p.source <> 'credit' or i.kind = 'invoice')) as shares
        from payments p where p.account_id = ${accountId} and p.guid = ${guid}`,
  );
}
