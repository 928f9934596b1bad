import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, recordRow, row } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import type { Changes } from '../../../kernel/database/table.ts';
import { salesDocuments } from '../tables.ts';

/** Changes a quote that the caller has locked. */
export function updateQuoteStatement(
  accountId: number,
  id: number,
  changes: Changes<typeof salesDocuments.columns>,
): { row: typeof recordRow; result: Sql } {
  return {
    row: recordRow,
    result: sql`${salesDocuments.update(changes)} where account_id = ${accountId} and id = ${id} returning guid, id`,
  };
}

const BATCH = 500;
/** Days before its last day on which a quote is mailed again. */
const DAYS_BEFORE = 3;

const isDueForReminder = (today: string) => sql`d.kind = 'quote' and d.status = 'open' and d.remind
  and d.reminded_at is null and d.sent_at < ${today}::date
  and d.valid_until between ${today}::date and ${today}::date + ${DAYS_BEFORE}::int`;

const dueQuote = salesDocuments.pick('id', 'guid');

/** Locks open quotes that expire soon and whose customers were not reminded yet. */
export function lockQuotesToRemind(tx: Queryable, accountId: number, today: string) {
  return tx.query(
    dueQuote,
    sql`select d.id, d.guid from sales_documents d
      where d.account_id = ${accountId} and ${isDueForReminder(today)}
      order by d.id limit ${BATCH} for update skip locked`,
  );
}

export function markReminded(accountId: number, ids: readonly number[], now: Date) {
  return {
    row: row({ queued: col.bigint() }),
    ctes: sql`reminded as (
      ${salesDocuments.update({ reminded_at: now })}
      where account_id = ${accountId} and id = any(${ids}::bigint[]) returning id)`,
    result: sql`select count(*) as queued from reminded`,
  };
}

const accountRow = row({ account_id: col.bigint() });

/** The accounts that have a quote to remind of. */
export function accountsWithQuoteReminders(db: Queryable, today: string) {
  return db.query(
    accountRow,
    sql`select a.account_id from accounts a where not a.disabled and exists (
      select from sales_documents d where d.account_id = a.account_id and ${isDueForReminder(today)})
      order by a.account_id`,
  );
}
