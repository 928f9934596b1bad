import type { Queryable } from '../../kernel/context.ts';
import { date, first, oneOf, type RowOf, row, text } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { customers } from '../customers/tables.ts';
import { buyerColumns, buyerRow } from '../invoices/issue/invoice-facts-store.ts';

const statementBuyer = buyerRow.with(customers.pick('id').columns);
export type StatementBuyer = RowOf<typeof statementBuyer>;

export function findStatementBuyer(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<StatementBuyer | null> {
  return first(
    db.query(
      statementBuyer,
      sql`select id, ${buyerColumns} from customers where account_id = ${accountId} and guid = ${guid}`,
    ),
  );
}

const movement = row({
  date: date(),
  kind: oneOf(['opening', 'invoice', 'credit', 'payment', 'refund']),
  number: text(),
  due_date: date().nullable(),
  amount: text(),
});
export type MovementRow = RowOf<typeof movement>;

/**
 * The movements of a customer in one currency, after a row `opening` with the balance before the first day. An invoice is
 * paid by what the notes before its payment left of it; a note that was marked paid gave the money back, so on the day of
 * the payment it counts as later.
 */
export function listMovements(
  db: Queryable,
  accountId: number,
  customerId: number,
  { currency, from, to }: { currency: string; from: string; to: string },
): Promise<MovementRow[]> {
  return db.query(
    movement,
    sql`with issued as (
        select i.id, i.kind, i.number, i.status, i.issue_date, i.due_date, i.paid_on, i.amount, i.mark_paid,
          o.paid_on as original_paid_on
        from invoices i
        left join invoices o on o.account_id = ${accountId} and o.id = i.refer_id
        where i.account_id = ${accountId} and i.customer_id = ${customerId} and i.currency = ${currency}
          and i.status <> 'Draft'),
      moves as (
        select issue_date as date, kind, number, case when kind = 'invoice' then due_date end as due_date,
          case when kind = 'credit' then -amount else amount end as amount, 1 as turn
        from issued
        union all
        select d.paid_on, 'payment', d.number, null, coalesce((select sum(n.amount) from invoices n
            where n.account_id = ${accountId} and n.refer_id = d.id
              and (n.issue_date < d.paid_on or (n.issue_date = d.paid_on and not n.mark_paid))), 0) - d.amount, 2
        from issued d where d.kind = 'invoice' and d.status = 'Paid' and d.paid_on is not null
        union all
        select issue_date, 'refund', number, null, amount, 3
        from issued where kind = 'credit' and mark_paid and original_paid_on <= issue_date)
      select date, kind, number, due_date, amount from (
        select ${from}::date as date, 'opening' as kind, '' as number, null::date as due_date,
          coalesce(sum(amount), 0)::text as amount, 0 as turn, 0::bigint as place
        from moves where date < ${from}
        union all
        select date, kind, number::text, due_date, amount::text, turn, number
        from moves where date between ${from} and ${to} and amount <> 0) all_moves
      order by turn = 0 desc, date, turn, place`,
  );
}
