import { hasOpenStatusSql, inIskSql, isSaleSql } from '../../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { mayCostSql } from '../../../kernel/database/state-sql.ts';
import { timestampText } from '../../../kernel/database/time-sql.ts';
import { costInIskSql } from '../../costs/figures-store.ts';
import { personNameSql } from '../../people/person-store.ts';

/** How many rows each list of the overview has. */
const LIST_LENGTH = 8;

const signedIsk = inIskSql(sql`case when i.kind = 'credit' then -i.amount else i.amount end`);

const monthRow = row({ month: col.text(), issued: col.text(), paid: col.text() });
export type MonthRow = RowOf<typeof monthRow>;

/**
 * Sums of what was issued and of what was paid for it, month by month, in ISK. Credit notes lower what was issued, money that
 * was paid back and reversed payments lower what was paid. Only what is still owed is added up from its documents.
 */
export function sumMonths(
  db: Queryable,
  accountId: number,
  since: string,
  today: string,
): Promise<MonthRow[]> {
  const statement = sql`
    with months as (
      select to_char(month, 'YYYY-MM') as month from generate_series(${since}::date, ${today}::date, interval '1 month') month),
    issued as (
      select to_char(month, 'YYYY-MM') as month, sum(total) as total from (
        select month, case kind when 'credit' then -amount_isk else amount_isk end as total
        from settled_sums where account_id = ${accountId} and month >= ${since} and not is_imported
        union all
        select date_trunc('month', i.issue_date), sum(${signedIsk}) from invoices i
        where i.account_id = ${accountId} and ${hasOpenStatusSql} and ${isSaleSql} and i.issue_date >= ${since} group by 1) part
      group by month),
    received as (
      select to_char(month, 'YYYY-MM') as month, sum(amount_isk) as total
      from received_sums where account_id = ${accountId} and month >= ${since} group by month)
    select month, coalesce(issued.total, 0)::text as issued, coalesce(received.total, 0)::text as paid
    from months left join issued using (month) left join received using (month) order by month`;
  return db.query(monthRow, statement);
}

const pendingWork = row({
  costs: col.json(row({ count: col.integer(), total: col.text() })),
  unbilled_hours: col.text(),
  running: col.integer(),
});
export type PendingWork = RowOf<typeof pendingWork>;

/** Costs to approve and time to bill. */
export async function readPendingWork(db: Queryable, accountId: number): Promise<PendingWork> {
  const statement = sql`
    select
      (select json_build_object('count', count(*)::int, 'total', coalesce(sum(${costInIskSql(sql`amount`)}), 0)::text)
        from costs c where c.account_id = ${accountId} and ${mayCostSql('approve')}) as costs,
      (select coalesce(sum(quantity), 0)::text from task_logs where account_id = ${accountId} and invoice_id is null) as unbilled_hours,
      (select count(*)::int from tasks where account_id = ${accountId} and running_since is not null) as running`;
  const [found] = await db.query(pendingWork, statement);
  if (!found) throw new Error('A select without a table has one row');
  return found;
}

const activityRow = row({
  at: col.text(),
  via: col.text(),
  agent_id: col.text().nullable(),
  agent: col.text(),
  action: col.text(),
  target: col.text().nullable(),
  about: col.text(),
  record: col.text(),
  person: col.text(),
});
export type ActivityRow = RowOf<typeof activityRow>;

/** Left out: what is shown elsewhere, and bookkeeping of the service itself. */
const HIDDEN_ACTIONS = [
  ...['schedule-action', 'undo-actions', 'dismiss-actions', 'set-preferences', 'save-view', 'delete-view'],
  ...['sign-in', 'sign-out', 'set-language', 'issue-tokens', 'revoke-token', 'revoke-tokens'],
  ...['record-delivery', 'record-einvoice', 'follow-einvoices', 'queue-reminders', 'record-return'],
  ...['record-receipt-mail', 'collect-notifications', 'queue-digest', 'record-statement-mail'],
  ...['record-claim', 'note-claim', 'start-checkout', 'move-checkout', 'end-checkout', 'record-reading'],
  ...['correct-sums'],
];

/**
 * The latest successful writes. Reads by agents are audited too and may outnumber writes by far; the conditions on
 * `outcome` and on the prefix of `action` are literals, so that a partial index on writes can serve the query.
 */
export function listActivity(db: Queryable, accountId: number): Promise<ActivityRow[]> {
  const statement = sql`
    select ${timestampText(sql`latest.at`)} as at, via, agent_id, coalesce(c.name, '') as agent, action, target,
      coalesce(found.about, '') as about, coalesce(found.kind, '') as record,
      coalesce(${personNameSql('p')}, '') as person
    from (
      select id, at, via, agent_id, person_id, action, target,
        case when target ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then target::uuid end as guid
      from audit_log
      where account_id = ${accountId} and outcome = 'ok' and action not like 'get-%'
        and action <> all (${HIDDEN_ACTIONS}::text[])
      order by id desc limit ${LIST_LENGTH}) latest
    left join people p on p.account_id = ${accountId} and p.id = latest.person_id
    left join clients c on c.client_id = latest.agent_id
    left join lateral (${foundRecord(accountId)}) found on true
    order by latest.id desc`;
  return db.query(activityRow, statement);
}

/** The record `latest.guid`: its kind, by which a screen finds it, and its name. */
function foundRecord(accountId: number): Sql {
  return sql`
    select 'invoice' as kind, concat_ws(' · ', '#' || number, buyer ->> 'name') as about
      from invoices where account_id = ${accountId} and guid = latest.guid
    union all select 'customer', name from customers where account_id = ${accountId} and guid = latest.guid
    union all select 'item', description from items where account_id = ${accountId} and guid = latest.guid
    union all select 'cost', supplier_name from costs where account_id = ${accountId} and guid = latest.guid
    union all select 'task', name from tasks where account_id = ${accountId} and guid = latest.guid
    union all select kind, concat_ws(' · ', '#' || number, buyer ->> 'name')
      from sales_documents where account_id = ${accountId} and guid = latest.guid
    limit 1`;
}
