import type { DateRange } from '../../../domain/values/dates.ts';
import { inIskSql, movesMoneySql } from '../../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { payableSql } from '../../customers/balance-store.ts';
import { lostVatSql } from '../../invoices/records/lost-vat-store.ts';

/** What payments brought beside what they settle, in ISK. The first row has no month: it is the sum over all months. */
const paymentSumRow = row({
  key: col.text().nullable(),
  received: col.text(),
  paid_back: col.text(),
  interest: col.text(),
  charges: col.text(),
  fees: col.text(),
  acquirer_fees: col.text(),
  withheld_tax: col.text(),
  exchange_difference: col.text(),
  customer_credit: col.text(),
  written_off: col.text(),
});
export type PaymentSumRow = RowOf<typeof paymentSumRow>;

const isk = (amount: Sql) => sql`round(${amount} * p.exchange_rate, 2)`;

// Each is looked up by its key: without statistics the database would join all invoices and payments of the account to each allocation.
const ofInvoiceSql = sql`left join lateral (
  select * from invoices d where d.account_id = a.account_id and d.id = a.invoice_id offset 0) i on true`;
const takenIskSql = sql`round(a.amount * (select credit.exchange_rate from payments credit
  where credit.account_id = a.account_id and credit.id = a.from_payment_id), 2)`;

/** What the payment `p` moves of what customers owe and are owed, each at its own rate: above zero where it raises that. */
const settledSql = sql`coalesce((
  select sum(case when a.from_payment_id is not null then ${takenIskSql}
    when i.kind = 'credit' then ${inIskSql(sql`a.amount`)} else -${inIskSql(sql`a.amount`)} end)
  from allocations a
  ${ofInvoiceSql}
  where a.account_id = p.account_id and a.payment_id = p.id and (p.source <> 'import' or not i.is_imported)), 0)`;

const takenSql = sql`coalesce((
  select sum(${takenIskSql}) from allocations a
  where a.account_id = p.account_id and a.payment_id = p.id and a.from_payment_id is not null), 0)`;

/** What came in and settles nothing, whether or not it was used since; see `postPayment` of the journal for imported payments. */
const surplusSql = sql`case when p.direction = 'in' and p.source <> 'credit'
  then case p.source when 'import' then 0 else p.amount - p.interest - p.charge - p.fee end - coalesce((
    select sum(a.paid) from allocations a
    ${ofInvoiceSql}
    where a.account_id = p.account_id and a.payment_id = p.id and (p.source <> 'import' or not i.is_imported)), 0) else 0 end`;

/** Each payment on its day, and a reversed one with its figures below zero on the day of the reversal. */
function countedPayments(accountId: number, { from, to }: DateRange): Sql {
  return sql`select counted.day, counted.sign, p.direction, p.source, p.moved, p.kept,
      ${isk(sql`p.interest`)} as interest, ${isk(sql`p.charge`)} as charge, ${isk(sql`p.fee`)} as fee,
      ${isk(sql`p.surplus`)} as surplus, ${takenSql} as taken, ${settledSql} as settled
    from (
      select p.*, ${surplusSql} as surplus,
        case when ${movesMoneySql} then ${isk(sql`(p.amount - p.acquirer_fee)`)} else 0 end as moved,
        case when ${movesMoneySql} then ${isk(sql`p.acquirer_fee`)} else 0 end as kept
      from payments p
      where p.account_id = ${accountId}
        and (p.paid_on between ${from} and ${to} or p.reversed_on between ${from} and ${to})) p
    cross join lateral (values (p.paid_on, 1), (p.reversed_on, -1)) as counted (day, sign)
    where counted.day between ${from} and ${to}`;
}

/** The figures of payments and write-offs by month, as the journal posts them. */
export function sumPaymentsOfMonths(
  db: Queryable,
  accountId: number,
  period: DateRange,
): Promise<PaymentSumRow[]> {
  const total = (amount: Sql) => sql`coalesce(sum(sign * (${amount})), 0)::text`;
  const when = (condition: Sql, amount: Sql) => total(sql`case when ${condition} then ${amount} else 0 end`);
  const month = sql`to_char(day, 'YYYY-MM')`;
  return db.query(
    paymentSumRow,
    sql`with counted as (${countedPayments(accountId, period)}),
      figures as (
        select day, sign, direction, source, moved, kept, interest, charge, fee, surplus, taken, settled, 0 as lost
        from counted
        union all
        select i.written_off_on, 1, 'in', 'credit', 0, 0, 0, 0, 0, 0, 0, 0,
          ${inIskSql(payableSql(sql`i.written_off_amount`))} - ${lostVatSql.s} - ${lostVatSql.aa}
        from invoices i
        where i.account_id = ${accountId} and i.written_off_on between ${period.from} and ${period.to})
      select ${month} as key, ${when(sql`direction = 'in'`, sql`moved`)} as received,
        ${when(sql`direction = 'out'`, sql`moved`)} as paid_back, ${total(sql`interest`)} as interest,
        ${total(sql`charge`)} as charges, ${total(sql`fee`)} as fees,
        ${when(sql`source <> 'claim'`, sql`kept`)} as acquirer_fees,
        ${when(sql`source = 'claim'`, sql`kept`)} as withheld_tax,
        ${total(sql`case direction when 'in' then 1 else -1 end * (moved + kept) - interest - charge - fee - surplus + settled`)}
          as exchange_difference,
        ${total(sql`surplus - taken`)} as customer_credit, ${total(sql`lost`)} as written_off
      from figures group by grouping sets ((${month}), ()) order by grouping(${month}) desc, 1`,
  );
}
