import { BUCKETS } from '../../../domain/invoices/invoice-status.ts';
import type { DateRange } from '../../../domain/values/dates.ts';
import { bucketSql, hasOpenStatusSql, isReportedSql } from '../../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { settledSumsSql } from '../../invoices/sums/running-sums-store.ts';

const bucketRow = row({
  bucket: col.oneOf(BUCKETS),
  currency: col.text(),
  count: col.bigint(),
  total: col.text(),
});
export type BucketRow = RowOf<typeof bucketRow>;

/** Sums amounts, not what remains: the contract defines the buckets by the full amount, credit notes negative. */
export function sumBuckets(
  db: Queryable,
  accountId: number,
  { from, to }: DateRange,
  today: string,
): Promise<BucketRow[]> {
  // Rows are grouped before the bucket is decided, so that the case expression runs once per group. Without
  // `materialized` the planner would push the null test down to every row. The bucket of a settled document depends on
  // no day.
  const columns = {
    status: sql`status`,
    kind: sql`kind`,
    isWrittenOff: sql`is_written_off`,
    isPastDue: sql`is_past_due`,
  };
  // The sum with 0 hides the day from the planner, which would read all documents of the days, and not those that are open.
  const statement = sql`
    with grouped as materialized (
      select kind, status, currency, due_date < ${today} as is_past_due, written_off_on is not null as is_written_off,
        count(*) as count, sum(amount) as amount
      from invoices i
      where account_id = ${accountId} and ${hasOpenStatusSql} and ${isReportedSql} and issue_date + 0 between ${from} and ${to}
      group by kind, status, currency, is_past_due, is_written_off
      union all
      select kind, status, currency, false, false, sum(documents)::bigint, sum(amount)
      from ${settledSumsSql(accountId, { from, to })} settled where not is_imported group by kind, status, currency),
    bucketed as (
      select currency, count, case when kind = 'credit' then -amount else amount end as amount,
        ${bucketSql(columns)} as bucket
      from grouped)
    select bucket, currency, sum(count)::bigint as count, sum(amount)::text as total from bucketed
    where bucket is not null group by bucket, currency order by bucket, currency`;
  return db.query(bucketRow, statement);
}
