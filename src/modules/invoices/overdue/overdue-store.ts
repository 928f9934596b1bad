import { isOwedSql } from '../../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { cte } from '../../../kernel/events/emitted-events.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { invoices } from '../records/tables.ts';

/** Few enough that a payment of one of them, which waits for the whole batch, is not felt. */
export const OVERDUE_BATCH = 50;

/** The next account with an invoice that has become overdue; found by the index on invoices that are not overdue yet. */
export async function nextAccountWithOverdue(
  db: Queryable,
  today: string,
  after: number,
): Promise<number | null> {
  const [found] = await db.query(
    invoices.pick('account_id'),
    sql`select account_id from invoices i
      where account_id > ${after} and ${isOwedSql} and overdue_at is null and due_date < ${today}
      order by account_id limit 1`,
  );
  return found?.account_id ?? null;
}

/** Marks a batch of them, so that each has its event once. The result is empty without any. */
export function markOverdueStatement(accountId: number, today: string, now: Date) {
  return {
    row: row({ marked: col.bigint() }),
    ctes: sql`
      due as (
        select id from invoices i
        where account_id = ${accountId} and ${isOwedSql} and overdue_at is null and due_date < ${today}
        order by due_date, id limit ${OVERDUE_BATCH} for update),
      overdue as (
        ${invoices.update({ overdue_at: now })} from due
        where invoices.account_id = ${accountId} and invoices.id = due.id
        returning guid, number, kind, due_date, settlement_date)`,
    result: sql`select count(*) as marked from overdue having count(*) > 0`,
  };
}

export function emitOverdue(ctx: WriteContext): void {
  ctx.emit(
    'invoice.overdue',
    {
      guid: sql`overdue.guid`,
      number: sql`overdue.number::text`,
      kind: sql`overdue.kind`,
      due_date: sql`overdue.due_date`,
      settlement_date: sql`overdue.settlement_date`,
    },
    cte('overdue'),
  );
}
