import { currencyPlaces } from '../../../domain/values/money.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { date, first, oneOf, type RowOf, row, text, textArray, uuid } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { customers } from '../../customers/tables.ts';
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

/**
 * What changed the balance of a customer up to a day, oldest first. An invoice raises it, a credit note and a payment
 * lower it, and a refund raises it again. A credit note of an unpaid invoice lowers its payment; one of a paid invoice is
 * refunded. A cancelled invoice moved no money. Amounts are rounded as they are printed on each document. What is left of
 * an invoice after credit notes is rounded too, when it is charged; where the two differ, a rounding makes up for it, so
 * that a settled account ends at zero. Windows put an invoice and its credit notes together, because a lookup in the
 * common table expression would read all documents of the customer for each of them.
 */
export function listMovements(
  db: Queryable,
  accountId: number,
  { customerId, currency, to }: StatementQuery,
): Promise<MovementRow[]> {
  const payable = (amount: Sql) => sql`round(${amount}, ${currencyPlaces(currency)})`;
  const isReduction = sql`(i.kind = 'credit' and not i.is_refund)`;
  return db.query(
    movement,
    sql`with issued as (
        select i.guid, i.number, i.kind, i.status, i.issue_date, i.due_date, i.paid_on, i.is_refund,
          i.amount as exact, ${payable(sql`i.amount`)} as amount,
          sum(i.amount) filter (where i.kind = 'invoice') over document as invoiced,
          sum(i.amount) filter (where ${isReduction}) over document as credited,
          sum(i.amount) filter (where ${isReduction}) over earlier as credited_so_far
        from invoices i
        where i.account_id = ${accountId} and i.customer_id = ${customerId} and i.currency = ${currency}
          and i.status <> 'Draft'
        window document as (partition by coalesce(i.refer_id, i.id)), earlier as (document order by i.id)),
      movements as (
        select i.issue_date as date, i.kind, i.number, i.guid, case when i.kind = 'invoice' then i.due_date end as due_date,
          case when i.kind = 'credit' then -i.amount else i.amount end as amount, 1 as place
        from issued i
        union all
        select i.issue_date, 'rounding', i.number, i.guid, null,
          i.amount - ${payable(sql`i.invoiced - i.credited_so_far + i.exact`)} + ${payable(sql`i.invoiced - i.credited_so_far`)}, 1
        from issued i where ${isReduction} and i.invoiced is not null
        union all
        select i.paid_on, 'payment', i.number, i.guid, null, -${payable(sql`i.exact - coalesce(i.credited, 0)`)}, 2
        from issued i where i.kind = 'invoice' and i.status = 'Paid'
        union all
        select i.paid_on, 'refund', i.number, i.guid, null, i.amount, 3
        from issued i where i.kind = 'credit' and i.is_refund and i.status = 'Paid')
      select m.date, m.kind, m.number::text, m.guid, m.due_date, m.amount::text from movements m
      where m.date <= ${to} and m.amount <> 0 order by m.date, m.place, m.number, m.kind`,
  );
}

const statementCustomer = row({
  id: text(),
  guid: uuid(),
  name: text(),
  currency: text(),
  /** Those of its issued documents. */
  currencies: textArray(),
});

export function findStatementCustomer(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<RowOf<typeof statementCustomer> | null> {
  return first(
    db.query(
      statementCustomer,
      sql`select c.id::text, c.guid, c.name, c.currency, array(
          select distinct i.currency from invoices i
          where i.account_id = ${accountId} and i.customer_id = c.id and i.status <> 'Draft' order by 1) as currencies
        from customers c where c.account_id = ${accountId} and c.guid = ${guid}`,
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
