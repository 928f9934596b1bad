import { currencyPlaces } from '../../domain/money.ts';
import type { Queryable } from '../../kernel/context.ts';
import { date, first, oneOf, type RowOf, row, text, uuid } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { customers } from '../customers/tables.ts';
import { MOVEMENT_KINDS } from './statement-schema.ts';

const movement = row({
  date: date(),
  kind: oneOf(MOVEMENT_KINDS),
  number: text(),
  guid: uuid(),
  due_date: date().nullable(),
  amount: text(),
});
export type MovementRow = RowOf<typeof movement>;

export interface StatementQuery {
  customerId: number;
  currency: string;
  to: string;
}

/** The note `n` gave back money after its invoice `i` was paid. On the day of the payment, only one that says so at once did. */
const isRefund = sql`(n.paid_on > i.paid_on or (n.mark_paid and n.issue_date >= i.paid_on))`;

/**
 * What changed the balance of a customer up to a day, oldest first. An invoice raises it, a credit note and a payment
 * lower it, and a refund raises it again. A credit note that was settled together with its invoice lowers that payment;
 * one that was settled later is a refund. A cancelled invoice moved no money. Amounts are rounded as they are printed on
 * each document, so that the balances add up for the reader and a settled account ends at zero.
 */
export function listMovements(
  db: Queryable,
  accountId: number,
  { customerId, currency, to }: StatementQuery,
): Promise<MovementRow[]> {
  return db.query(
    movement,
    sql`with issued as (
        select i.id, i.guid, i.number, i.kind, i.status, i.issue_date, i.due_date, i.paid_on, i.mark_paid, i.refer_id,
          round(i.amount, ${currencyPlaces(currency)}) as amount
        from invoices i
        where i.account_id = ${accountId} and i.customer_id = ${customerId} and i.currency = ${currency}
          and i.status <> 'Draft'),
      movements as (
        select i.issue_date as date, i.kind, i.number, i.guid, case when i.kind = 'invoice' then i.due_date end as due_date,
          case when i.kind = 'credit' then -i.amount else i.amount end as amount, 1 as place
        from issued i
        union all
        select i.paid_on, 'payment', i.number, i.guid, null,
          -(i.amount - coalesce((select sum(n.amount) from issued n
            where n.kind = 'credit' and n.refer_id = i.id and n.status = 'Paid' and not ${isRefund}), 0)), 2
        from issued i where i.kind = 'invoice' and i.status = 'Paid'
        union all
        select n.paid_on, 'refund', n.number, n.guid, null, n.amount, 3
        from issued n join issued i on i.id = n.refer_id
        where n.kind = 'credit' and n.status = 'Paid' and i.status = 'Paid' and ${isRefund})
      select date, kind, number::text, guid, due_date, amount::text from movements
      where date <= ${to} and amount <> 0 order by date, place, number`,
  );
}

const statementCustomer = row({ id: text(), guid: uuid(), name: text(), currency: text() });

export function findStatementCustomer(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<RowOf<typeof statementCustomer> | null> {
  return first(
    db.query(
      statementCustomer,
      sql`select id::text, guid, name, currency from customers where account_id = ${accountId} and guid = ${guid}`,
    ),
  );
}

const statementBuyer = customers
  .pick(
    'name',
    'customer_number',
    'registration_no',
    'email',
    'phone_number',
    'vat',
    'address',
    'zip',
    'city',
    'lang',
  )
  .with({ output_select: text() });

/** The customer as a statement is addressed. */
export function findStatementBuyer(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<RowOf<typeof statementBuyer> | null> {
  return first(
    db.query(
      statementBuyer,
      sql`select name, customer_number, registration_no, email, phone_number, vat, address, zip, city, lang,
          output_select::text
        from customers where account_id = ${accountId} and guid = ${guid}`,
    ),
  );
}
