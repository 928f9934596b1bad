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
 * What changed the balance of a customer up to a day, oldest first. An invoice raises it, a credit note, a payment and a
 * write-off lower it, money that is paid back and a reversed payment raise it again. Credit that is
 * applied moves nothing, unless it was of a payment of nobody. Documents are rounded as they are printed, and what is left of
 * an invoice is rounded too, when it is charged; where the two differ, a rounding makes up for it, so that a settled account
 * ends at zero.
 */
export function listMovements(
  db: Queryable,
  accountId: number,
  { customerId, currency, to }: StatementQuery,
): Promise<MovementRow[]> {
  const payable = (amount: Sql) => sql`round(${amount}, ${currencyPlaces(currency)})`;
  return db.query(
    movement,
    sql`with issued as (
        select i.id, i.guid, i.number, i.kind, i.issue_date, i.due_date, i.written_off_on, i.written_off_amount,
          ${payable(sql`i.amount`)} as amount, ${payable(sql`i.refund_amount`)} as refund,
          sum(case when i.kind = 'invoice' then i.amount else i.refund_amount - i.amount end) over so_far as owed,
          case when i.kind = 'credit' then i.amount - i.refund_amount else 0 end as reduction,
          max(i.number) filter (where i.kind = 'invoice') over document as of_invoice,
          case when i.kind = 'credit' then i.refund_amount
            else i.amount - coalesce(sum(i.amount - i.refund_amount) filter (where i.kind = 'credit') over document, 0) end
            as to_settle
        from invoices i
        where i.account_id = ${accountId} and i.customer_id = ${customerId} and i.currency = ${currency}
          and i.status <> 'Draft'
        window document as (partition by coalesce(i.refer_id, i.id)), so_far as (document order by i.id)),
      shares as (
        select p.paid_on, p.reversed_on, p.direction, p.source, i.kind, i.number, i.guid, a.amount, i.to_settle,
          sum(a.amount) filter (where p.reversed_on is null) over (partition by i.id order by p.paid_on, p.id) as settled
        from issued i
        join allocations a on a.account_id = ${accountId} and a.invoice_id = i.id
        join payments p on p.account_id = a.account_id and p.id = a.payment_id),
      paid as (
        select s.paid_on, s.reversed_on, s.direction, s.number, s.guid, s.amount from shares s where s.source <> 'credit'
        union all
        select p.paid_on, p.reversed_on, p.direction, null, p.guid, p.amount - p.interest - p.charge - p.fee - (
          select coalesce(sum(a.paid), 0) from allocations a where a.account_id = p.account_id and a.payment_id = p.id)
        from payments p
        where p.account_id = ${accountId} and p.customer_id = ${customerId} and p.currency = ${currency}
          and p.direction = 'in' and p.source <> 'credit'
        union all
        select p.paid_on, p.reversed_on, p.direction, null, p.guid, a.amount
        from payments credit
        join allocations a on a.account_id = credit.account_id and a.from_payment_id = credit.id
        join payments p on p.account_id = a.account_id and p.id = a.payment_id and p.direction = 'out'
        where credit.account_id = ${accountId} and credit.customer_id = ${customerId} and credit.currency = ${currency}
        union all
        select p.paid_on, p.reversed_on, p.direction, null, p.guid, a.amount
        from payments p
        join allocations a on a.account_id = p.account_id and a.payment_id = p.id
        join payments credit on credit.account_id = a.account_id and credit.id = a.from_payment_id
          and credit.customer_id is distinct from p.customer_id
        where p.account_id = ${accountId} and p.customer_id = ${customerId} and p.currency = ${currency}
          and p.source = 'credit'),
      movements as (
        select i.issue_date as date, i.kind, i.number, i.guid, case when i.kind = 'invoice' then i.due_date end as due_date,
          case when i.kind = 'credit' then -i.amount else i.amount end as amount, 1 as place
        from issued i
        union all
        select i.issue_date, 'rounding', i.number, i.guid, null,
          i.amount - i.refund - ${payable(sql`i.owed + i.reduction`)} + ${payable(sql`i.owed`)}, 1
        from issued i where i.kind = 'credit' and i.of_invoice is not null
        union all
        select s.paid_on, 'rounding', s.number, s.guid, null, (case s.kind when 'invoice' then 1 else -1 end) * (s.amount
          - ${payable(sql`s.to_settle - s.settled + s.amount`)} + greatest(${payable(sql`s.to_settle - s.settled`)}, 0)), 3
        from shares s where s.reversed_on is null
        union all
        select paid.paid_on, case paid.direction when 'in' then 'payment' else 'refund' end, paid.number, paid.guid, null,
          case paid.direction when 'in' then -paid.amount else paid.amount end,
          case paid.direction when 'in' then 2 else 3 end
        from paid
        union all
        select paid.reversed_on, 'reversal', paid.number, paid.guid, null,
          case paid.direction when 'in' then paid.amount else -paid.amount end, 4
        from paid where paid.reversed_on is not null
        union all
        select i.written_off_on, 'write_off', i.number, i.guid, null, -${payable(sql`i.written_off_amount`)}, 5
        from issued i where i.written_off_on is not null)
      select m.date, m.kind, coalesce(m.number::text, '') as number, m.guid, m.due_date, m.amount::text from movements m
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
