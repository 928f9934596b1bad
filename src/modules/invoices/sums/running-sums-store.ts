import type { DateRange } from '../../../domain/values/dates.ts';
import { wholeMonths } from '../../../domain/values/whole-months.ts';
import { hasSettledStatusSql, inIskSql, movesMoneySql } from '../../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, row } from '../../../kernel/database/row.ts';
import type { RunningSums } from '../../../kernel/database/running-sums.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { payableSql } from '../../customers/balance-store.ts';

const payable = payableSql(sql`i.amount`);

/** One row of the sums for each settled document. */
function settledDocuments(accountId: number, days: Sql = EMPTY): Sql {
  return sql`select date_trunc('month', i.issue_date)::date as month, i.kind, i.status, i.currency, i.is_imported, 1 as documents,
      i.amount, ${inIskSql(sql`i.amount`)} as amount_isk, ${payable} as payable, ${inIskSql(payable)} as payable_isk
    from invoices i where i.account_id = ${accountId} and ${hasSettledStatusSql} ${days}`;
}

/**
 * The sums of settled documents, to be added up by whoever selects from them. Whole months come from the running sums,
 * days around them from the documents.
 */
export function settledSumsSql(accountId: number, range: DateRange | null): Sql {
  const summed = sql`select month, kind, status, currency, is_imported, documents, amount, amount_isk, payable, payable_isk
    from settled_sums where account_id = ${accountId}`;
  if (!range) return sql`(${summed})`;
  const { months, edges } = wholeMonths(range);
  const [before, after] = edges.map(({ from, to }) => sql`i.issue_date between ${from} and ${to}`);
  return sql`(${summed} and month between ${months.from} and ${months.to}
    union all ${settledDocuments(accountId, sql`and ${before}`)}
    union all ${settledDocuments(accountId, sql`and ${after}`)})`;
}

const SETTLED: RunningSums = {
  insertInto: sql`insert into settled_sums`,
  deleteFrom: sql`delete from settled_sums`,
  from: sql`from settled_sums`,
  keys: ['month', 'kind', 'status', 'currency', 'is_imported'],
  sums: ['documents', 'amount', 'amount_isk', 'payable', 'payable_isk'],
  recount: (accountId) => settledDocuments(accountId),
};

const RECEIVED: RunningSums = {
  insertInto: sql`insert into received_sums`,
  deleteFrom: sql`delete from received_sums`,
  from: sql`from received_sums`,
  keys: ['month'],
  sums: ['amount_isk'],
  recount: (accountId) => sql`
    select date_trunc('month', change.day)::date as month, change.isk as amount_isk from payments p
    cross join lateral (select round((p.amount - p.interest - p.charge - p.fee) * p.exchange_rate
      * case p.direction when 'in' then 1 else -1 end, 2) as isk) moved
    cross join lateral (values (p.paid_on, moved.isk), (p.reversed_on, -moved.isk)) as change (day, isk)
    where p.account_id = ${accountId} and ${movesMoneySql} and change.day is not null`,
};

export const INVOICE_SUMS: readonly RunningSums[] = [SETTLED, RECEIVED];

/** The account after this one. */
export async function nextAccount(db: Queryable, after: number): Promise<number | null> {
  const [found] = await db.query(
    row({ account_id: col.bigint() }),
    sql`select account_id from accounts where account_id > ${after} order by account_id limit 1`,
  );
  return found?.account_id ?? null;
}
