import { REMINDED_TABS } from '../../domain/invoices/invoice-status.ts';
import { REMINDER_PAUSE_DAYS } from '../../domain/invoices/reminders.ts';
import {
  isOwedSql,
  isUnderTabSql,
  remainingSql,
  statusColumns,
} from '../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, row } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { accounts } from '../accounts/tables.ts';
import { invoiceReminders } from './tables.ts';

export type ReminderKind = 'before' | 'after';

const accountRow = accounts.pick('account_id');

/** The accounts that have turned reminders on. */
export function accountsWithReminders(db: Queryable) {
  return db.query(
    accountRow,
    sql`select account_id from accounts
      where not disabled and settings ?| array['reminder_days_before', 'reminder_days_after'] order by account_id`,
  );
}

const BATCH = 500;
/** Older invoices are not searched. */
const ISSUED_WITHIN_DAYS = 400;
/** How late a reminder may be sent, for example after an outage. Old debts stay quiet when reminders are switched on. */
const LATE_DAYS = 14;

/**
 * Selects the unpaid invoices that are due for a reminder, marks them and queues the mails, in one statement. An invoice
 * that was created after its time for a reminder gets none, because the invoice itself has just been sent, and one that
 * a person has just reminded of waits. What is owed is also named without `case`, so that the index on unsettled invoices can serve it.
 */
export function queueRemindersStatement(
  accountId: number,
  kind: ReminderKind,
  days: number,
  today: string,
  now: Date,
) {
  const isTimely =
    kind === 'before'
      ? sql`i.due_date between ${today}::date and ${today}::date + ${days}::int
          and i.created_at < i.due_date - ${days}::int`
      : sql`i.due_date between ${today}::date - ${days}::int - ${LATE_DAYS}::int and ${today}::date - ${days}::int
          and i.created_at < i.due_date + ${days}::int
          and (i.reminded_at is null or i.reminded_at < i.due_date + 1
            or i.reminded_at < ${today}::date - ${REMINDER_PAUSE_DAYS - 1}::int)`;
  return {
    row: row({ queued: col.bigint() }),
    ctes: sql`
      due as (
        select i.id, i.guid from invoices i
        where i.account_id = ${accountId} and ${isOwedSql} and ${isUnderTabSql(statusColumns(today), REMINDED_TABS)}
          and ${remainingSql} > 0 and i.issue_date > ${today}::date - ${ISSUED_WITHIN_DAYS}::int and ${isTimely}
          and i.buyer ->> 'output_select' <> '4' and i.buyer ->> 'email' <> ''
          and not exists (select from invoice_reminders r
            where r.account_id = ${accountId} and r.invoice_id = i.id and r.kind = ${kind})
        order by i.id limit ${BATCH}),
      reminded as (
        ${invoiceReminders.insertSelect({ account_id: accountId, invoice_id: sql`due.id`, kind, created_at: now })} from due
        on conflict (account_id, invoice_id, kind) do nothing returning invoice_id),
      noted as (
        update invoices i set reminded_at = ${now} from reminded
        where i.account_id = ${accountId} and i.id = reminded.invoice_id),
      mails as (
        insert into jobs (account_id, kind, payload, run_at)
        select ${accountId}, 'send-mail',
          jsonb_build_object('invoice_guid', due.guid, 'series', ${kind}::text, 'about', ${kind}::text),
          ${now}::timestamptz
        from reminded join due on due.id = reminded.invoice_id)`,
    result: sql`select count(*) as queued from reminded having count(*) > 0`,
  };
}

/** Notes that a reminder is on its way. The invoice as it was issued does not change. */
export function remindedStatement(accountId: number, id: number, now: Date): Sql {
  return sql`update invoices set reminded_at = ${now} where account_id = ${accountId} and id = ${id} returning guid, id`;
}
