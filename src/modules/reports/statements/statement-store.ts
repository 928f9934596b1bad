import { MOVEMENT_KINDS, type StatementFact } from '../../../domain/payments/statement.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, first, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { buyerColumns, buyerRow } from '../../invoices/records/invoice-facts-store.ts';

const fact = row({
  date: col.date(),
  kind: col.oneOf(MOVEMENT_KINDS),
  document: col.bigint(),
  invoice: col.bigint(),
  number: col.text(),
  guid: col.uuid(),
  due_date: col.date().nullable(),
  amount: col.text(),
  moves: col.text().nullable(),
});

export interface StatementQuery {
  customerId: number;
  currency: string;
  to: string;
}

/** A payment that was taken back on its day of value, or before, has counted on no day. */
const countedSql = sql`(p.reversed_on is null or p.reversed_on > p.paid_on)`;

/**
 * What happened to the account of a customer up to a day, oldest first: invoices, credit notes, what payments settle of them,
 * write-offs, and payments that are credit. Credit that is applied settles the invoice and uses up a note or a payment of the
 * same customer, so it moves nothing unless it was of nobody.
 */
export async function listStatementFacts(
  db: Queryable,
  accountId: number,
  { customerId, currency, to }: StatementQuery,
): Promise<StatementFact[]> {
  const rows = await db.query(
    fact,
    sql`with issued as (
        select i.id, i.guid, i.number, i.kind, i.issue_date, i.due_date, i.amount, i.written_off_on, i.written_off_amount,
          coalesce(i.refer_id, i.id) as invoice
        from invoices i
        where i.account_id = ${accountId} and i.customer_id = ${customerId} and i.currency = ${currency}
          and i.status <> 'Draft'),
      shares as (
        select p.paid_on, p.reversed_on, i.id as document, i.invoice, i.number, i.guid, a.amount,
          case when p.source <> 'credit' then case i.kind when 'invoice' then 'payment' else 'refund' end
            when i.kind = 'invoice' then 'credit_applied' else 'refund' end as kind,
          case when p.source <> 'credit' then case i.kind when 'invoice' then -a.amount else a.amount end
            when i.kind = 'invoice' then -coalesce((
              select sum(taken.amount) from allocations taken
              join payments credit on credit.account_id = taken.account_id and credit.id = taken.from_payment_id
                and credit.customer_id is distinct from p.customer_id
              where taken.account_id = p.account_id and taken.payment_id = p.id), 0)
            else 0 end as moves
        from issued i
        join allocations a on a.account_id = ${accountId} and a.invoice_id = i.id
        join payments p on p.account_id = a.account_id and p.id = a.payment_id and ${countedSql}),
      credits as (
        select p.paid_on, p.reversed_on, 'payment' as kind, p.guid, -(p.amount - p.interest - p.charge - p.fee - (
          select coalesce(sum(a.paid), 0) from allocations a where a.account_id = p.account_id and a.payment_id = p.id)) as moves
        from payments p
        where p.account_id = ${accountId} and p.customer_id = ${customerId} and p.currency = ${currency}
          and p.direction = 'in' and p.source <> 'credit' and ${countedSql}
        union all
        select p.paid_on, p.reversed_on, 'refund', p.guid, a.amount
        from payments credit
        join allocations a on a.account_id = credit.account_id and a.from_payment_id = credit.id
        join payments p on p.account_id = a.account_id and p.id = a.payment_id and p.direction = 'out'
          and ${countedSql}
        where credit.account_id = ${accountId} and credit.customer_id = ${customerId} and credit.currency = ${currency}),
      facts as (
        select i.issue_date as date, i.kind, i.id as document, i.invoice, i.number, i.guid,
          case when i.kind = 'invoice' then i.due_date end as due_date, i.amount, null::numeric as moves, 1 as place
        from issued i
        union all
        select s.paid_on, s.kind, s.document, s.invoice, s.number, s.guid, null, s.amount, s.moves,
          case s.kind when 'payment' then 2 else 3 end
        from shares s
        union all
        select s.reversed_on, case when s.kind = 'refund' and s.moves = 0 then 'refund' else 'reversal' end, s.document,
          s.invoice, s.number, s.guid, null, -s.amount, -s.moves, 4
        from shares s where s.reversed_on is not null
        union all
        select c.paid_on, c.kind, 0, 0, null, c.guid, null, 0, c.moves, case c.kind when 'payment' then 2 else 3 end
        from credits c where c.moves <> 0
        union all
        select c.reversed_on, 'reversal', 0, 0, null, c.guid, null, 0, -c.moves, 4
        from credits c where c.moves <> 0 and c.reversed_on is not null
        union all
        select i.written_off_on, 'write_off', i.id, i.invoice, i.number, i.guid, null, i.written_off_amount, null, 5
        from issued i where i.written_off_on is not null)
      select f.date, f.kind, f.document, f.invoice, coalesce(f.number::text, '') as number, f.guid, f.due_date,
        f.amount::text, f.moves::text
      from facts f where f.date <= ${to} order by f.date, f.place, f.number, f.kind`,
  );
  return rows as StatementFact[];
}

const statementCustomer = row({
  id: col.text(),
  guid: col.uuid(),
  name: col.text(),
  currency: col.text(),
  /** Those of its issued documents. */
  currencies: col.textArray(),
});

export function findStatementCustomer(db: Queryable, accountId: number, guid: string) {
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

/** The customer as a statement is addressed. */
export function findStatementBuyer(db: Queryable, accountId: number, guid: string) {
  return db.find(
    buyerRow,
    sql`select ${buyerColumns} from customers where account_id = ${accountId} and guid = ${guid}`,
  );
}
