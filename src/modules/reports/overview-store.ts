import type { Queryable } from '../../kernel/context.ts';
import { hasOwedStatusSql, inIskSql, remainingSql } from '../../kernel/database/invoice-status-sql.ts';
import { integer, json, jsonList, oneOf, type RowOf, row, text, uuid } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { invoices } from '../invoices/tables.ts';

/** How many rows each list of the overview has. */
const LIST_LENGTH = 8;

const signedIsk = inIskSql(sql`case when i.kind = 'credit' then -i.amount else i.amount end`);

const monthRow = row({ month: text(), issued: text(), paid: text() });
export type MonthRow = RowOf<typeof monthRow>;

/**
 * Sums of issued and of paid invoices, month by month, in ISK; credit notes are negative. A credit note on a paid invoice
 * lowers the paid sum of the day that it was refunded or settled with the invoice. A credit note that cancelled its
 * invoice moved no money. Days are summed first, because formatting a month for every row costs more than adding it up.
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
    issued_days as materialized (
      select i.issue_date as day, sum(${signedIsk}) as total from invoices i
      where i.account_id = ${accountId} and i.status <> 'Draft' and i.issue_date >= ${since} group by i.issue_date),
    paid_days as materialized (
      select i.paid_on as day, sum(${signedIsk}) as total from invoices i
      where i.account_id = ${accountId} and i.kind = 'invoice' and i.status = 'Paid' and i.paid_on >= ${since}
      group by i.paid_on
      union all
      select i.paid_on as day, sum(${signedIsk}) as total
      from invoices i join invoices original on original.account_id = ${accountId} and original.id = i.refer_id
      where i.account_id = ${accountId} and i.kind = 'credit' and i.status = 'Paid' and i.paid_on >= ${since}
        and original.status = 'Paid'
      group by i.paid_on),
    issued as (select to_char(day, 'YYYY-MM') as month, sum(total) as total from issued_days group by 1),
    paid as (select to_char(day, 'YYYY-MM') as month, sum(total) as total from paid_days group by 1)
    select month, coalesce(issued.total, 0)::text as issued, coalesce(paid.total, 0)::text as paid
    from months left join issued using (month) left join paid using (month) order by month`;
  return db.query(monthRow, statement);
}

export const TROUBLES = ['payment', 'claim', 'einvoice', 'mail', 'collection'] as const;

const { guid, amount, currency } = invoices.columns;
const troubledInvoice = row({
  guid,
  number: text(),
  customer: text(),
  what: oneOf(TROUBLES),
  amount,
  remaining: amount,
  currency,
});
export type TroubledInvoice = RowOf<typeof troubledInvoice>;

/** Invoices that a person must look at, the earliest due date first. */
export function listTroubledInvoices(db: Queryable, accountId: number): Promise<TroubledInvoice[]> {
  const statement = sql`
    with candidates as materialized (
      select i.id, i.due_date, i.guid, i.number::text, i.buyer ->> 'name' as customer, i.amount, i.currency,
        ${remainingSql} as remaining, i.payment_message <> '' as has_payment_message,
        i.claim_error <> '' as has_claim_error, i.xml_status in ('rejected', 'failed') as has_lost_einvoice,
        i.status = 'Collection' as is_in_collection,
        exists (select from invoice_events e
          where e.account_id = ${accountId} and e.invoice_id = i.id and e.event in ('bounced', 'given_up') and e.via = 'email'
            and not exists (select from invoice_events s where s.account_id = ${accountId} and s.invoice_id = e.invoice_id
              and s.event = 'sent' and s.id > e.id)) as has_lost_mail
      from invoices i
      where i.account_id = ${accountId} and (i.payment_message <> '' or ${hasOwedStatusSql}))
    select guid, number, customer, amount, remaining, currency,
      case when has_payment_message then 'payment' when has_claim_error then 'claim'
        when has_lost_einvoice then 'einvoice' when has_lost_mail then 'mail' else 'collection' end as what
    from candidates
    where has_payment_message or has_claim_error or has_lost_einvoice or has_lost_mail or is_in_collection
    order by due_date, id limit ${LIST_LENGTH}`;
  return db.query(troubledInvoice, statement);
}

const pendingWork = row({
  paused: jsonList(row({ guid: uuid(), name: text(), reason: text(), customer: text() })),
  costs: json(row({ count: integer(), total: text() })),
  unread: jsonList(row({ guid: uuid(), supplier: text(), came_on: text() })),
  unbilled_hours: text(),
  running: integer(),
});
export type PendingWork = RowOf<typeof pendingWork>;

/** Paused templates, costs to approve and time to bill. */
export async function readPendingWork(db: Queryable, accountId: number): Promise<PendingWork> {
  const statement = sql`
    select
      (select coalesce(json_agg(p), '[]') from (
        select d.guid, s.name, s.reason, d.buyer ->> 'name' as customer
        from recurring_schedules s join sales_documents d on d.account_id = s.account_id and d.id = s.sales_document_id
        where s.account_id = ${accountId} and s.state = 'paused' order by d.id desc limit ${LIST_LENGTH}) p) as paused,
      (select json_build_object('count', count(*)::int, 'total', coalesce(sum(case when currency = 'ISK' then amount else round(amount * exchange_rate, 2) end), 0)::text)
        from costs where account_id = ${accountId} and show_api and accounting_status = 'New') as costs,
      (select coalesce(json_agg(u), '[]') from (
        select guid, supplier_name as supplier, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as came_on
        from costs where account_id = ${accountId} and show_api and accounting_status = 'New'
          and (reading ->> 'problem' <> '' or (reading is not null and supplier_name = '' and amount is null))
        order by listed_on desc, id desc limit ${LIST_LENGTH}) u) as unread,
      (select coalesce(sum(quantity), 0)::text from task_logs where account_id = ${accountId} and invoice_id is null) as unbilled_hours,
      (select count(*)::int from tasks where account_id = ${accountId} and running_since is not null) as running`;
  const [found] = await db.query(pendingWork, statement);
  if (!found) throw new Error('A select without a table has one row');
  return found;
}

const activityRow = row({
  at: text(),
  via: text(),
  agent_id: text().nullable(),
  action: text(),
  target: text().nullable(),
  about: text(),
});
export type ActivityRow = RowOf<typeof activityRow>;

/**
 * Left out of the activity list: signing in and tokens are listed under connected apps and people, and the delivery of
 * an invoice is on its timeline.
 */
const HIDDEN_ACTIONS = [
  ...['sign-in', 'sign-out', 'set-language', 'issue-tokens', 'revoke-token', 'revoke-tokens'],
  ...['record-delivery', 'record-einvoice', 'follow-einvoices', 'queue-reminders', 'record-return'],
  ...['record-claim', 'note-claim', 'start-checkout', 'move-checkout', 'end-checkout', 'record-reading'],
];

/**
 * The latest successful writes. Reads by agents are audited too and may outnumber writes by far; the conditions on
 * `outcome` and `action` are literals, so that a partial index on writes can serve the query.
 */
export function listActivity(db: Queryable, accountId: number): Promise<ActivityRow[]> {
  const statement = sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, via, agent_id, action, target,
      coalesce(
        (select concat_ws(' · ', '#' || number, buyer ->> 'name') from invoices where account_id = ${accountId} and guid = record),
        (select name from customers where account_id = ${accountId} and guid = record),
        (select description from items where account_id = ${accountId} and guid = record),
        (select supplier_name from costs where account_id = ${accountId} and guid = record),
        (select name from tasks where account_id = ${accountId} and guid = record), '') as about
    from (
      select id, at, via, agent_id, action, target,
        case when target ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then target::uuid end as record
      from audit_log
      where account_id = ${accountId} and outcome = 'ok' and action not like 'get-%'
        and action <> all (${HIDDEN_ACTIONS}::text[])
      order by id desc limit ${LIST_LENGTH}) latest
    order by id desc`;
  return db.query(activityRow, statement);
}
