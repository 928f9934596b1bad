import type { Queryable } from '../../kernel/context.ts';
import { sql } from '../../kernel/database/sql.ts';

export interface OverviewRow {
  states: { state: string; count: number; total: string }[];
  months: { month: string; issued: string; paid: string }[];
  ageing: { band: number; count: number; total: string }[];
  paused: { guid: string; name: string; reason: string; customer: string }[];
  troubled: {
    guid: string;
    number: string;
    customer: string;
    what: string;
    amount: string;
    currency: string;
  }[];
  costs: { count: number; total: string };
  unread: { guid: string; supplier: string; came_on: string }[];
  unbilled_hours: string;
  running: number;
  activity: {
    at: string;
    via: string;
    agent_id: string | null;
    action: string;
    target: string | null;
    about: string;
  }[];
}

/** How many rows of each list the first page shows. */
const SHOWN = 8;
/**
 * Who comes and goes is told under connected apps and people, and how an invoice travels on its timeline; what happens
 * to the books stands out here.
 */
const ASIDE = [
  ...['sign-in', 'sign-out', 'set-language', 'issue-tokens', 'revoke-token', 'revoke-tokens'],
  ...['record-delivery', 'record-einvoice', 'follow-einvoices', 'queue-reminders', 'record-return'],
  ...['record-claim', 'note-claim', 'start-checkout', 'move-checkout', 'end-checkout', 'record-reading'],
];

/**
 * All of the first page in one statement. Sums are in ISK, by the rate of each invoice, and credit notes count
 * negative. A note on an invoice that was paid lowers what came in, on the day that it was refunded or settled with the
 * invoice; one that cancelled its invoice moved no money.
 */
export async function readOverview(
  db: Queryable,
  accountId: number,
  today: string,
  since: string,
): Promise<OverviewRow> {
  const [row] = await db.query<OverviewRow>(sql`
    with mine as materialized (
      select id, kind, status, refer_id, issue_date, due_date, paid_on, claim_error, xml_status, payment_message,
        round(amount * exchange_rate, 2) * case when kind = 'credit' then -1 else 1 end as isk
      from invoices where account_id = ${accountId}),
    open as (select * from mine where status in ('Sent', 'Collection')),
    unmailed as (
      select e.invoice_id as id from invoice_events e
      where e.account_id = ${accountId} and e.event in ('bounced', 'given_up') and e.via = 'email'
        and not exists (select from invoice_events s where s.account_id = ${accountId} and s.invoice_id = e.invoice_id
          and s.event = 'sent' and s.id > e.id)),
    months as (
      select to_char(month, 'YYYY-MM') as month from generate_series(${since}::date, ${today}::date, interval '1 month') month),
    issued as (
      select to_char(issue_date, 'YYYY-MM') as month, sum(isk) as total from mine
      where status <> 'Draft' and issue_date >= ${since} group by 1),
    paid as (
      select to_char(m.paid_on, 'YYYY-MM') as month, sum(m.isk) as total
      from mine m left join mine original on original.id = m.refer_id
      where m.status = 'Paid' and (m.kind = 'invoice' or original.status = 'Paid') and m.paid_on >= ${since} group by 1)
    select
      (select coalesce(json_agg(s), '[]') from (
        select case when status = 'Draft' then 'draft' when status = 'Collection' then 'collection'
            when kind = 'invoice' and due_date < ${today} then 'overdue' else 'open' end as state,
          count(*)::int as count, sum(isk)::text as total
        from mine where status in ('Draft', 'Sent', 'Collection') group by 1) s) as states,
      (select coalesce(json_agg(m), '[]') from (
        select month, coalesce(issued.total, 0)::text as issued, coalesce(paid.total, 0)::text as paid
        from months left join issued using (month) left join paid using (month) order by month) m) as months,
      (select coalesce(json_agg(a), '[]') from (
        select case when due_date >= ${today} then 0 when ${today}::date - due_date <= 30 then 1
            when ${today}::date - due_date <= 60 then 2 when ${today}::date - due_date <= 90 then 3 else 4 end as band,
          count(*)::int as count, sum(isk)::text as total
        from open where kind = 'invoice' group by 1 order by 1) a) as ageing,
      (select coalesce(json_agg(p), '[]') from (
        select d.guid, s.name, s.reason, d.buyer ->> 'name' as customer
        from recurring_schedules s join sales_documents d on d.account_id = s.account_id and d.id = s.sales_document_id
        where s.account_id = ${accountId} and s.state = 'paused' order by d.id desc limit ${SHOWN}) p) as paused,
      (select coalesce(json_agg(t), '[]') from (
        select i.guid, i.number::text, i.buyer ->> 'name' as customer, i.amount::text, i.currency,
          case when w.payment_message <> '' then 'payment' when w.claim_error <> '' then 'claim'
            when w.xml_status in ('rejected', 'failed') then 'einvoice'
            when w.id in (select id from unmailed) then 'mail' else 'collection' end as what
        from mine w join invoices i on i.account_id = ${accountId} and i.id = w.id
        where w.payment_message <> '' or w.status in ('Sent', 'Collection') and (w.claim_error <> ''
          or w.xml_status in ('rejected', 'failed') or w.status = 'Collection' or w.id in (select id from unmailed))
        order by w.due_date, w.id limit ${SHOWN}) t) as troubled,
      (select json_build_object('count', count(*)::int, 'total', coalesce(sum(amount), 0)::text)
        from costs where account_id = ${accountId} and show_api and accounting_status = 'New') as costs,
      (select coalesce(json_agg(u), '[]') from (
        select guid, supplier_name as supplier, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as came_on
        from costs where account_id = ${accountId} and show_api and accounting_status = 'New'
          and (reading ->> 'problem' <> '' or reading is not null and supplier_name = '' and amount is null)
        order by listed_on desc, id desc limit ${SHOWN}) u) as unread,
      (select coalesce(sum(quantity), 0)::text from task_logs where account_id = ${accountId} and invoice_id is null) as unbilled_hours,
      (select count(*)::int from tasks where account_id = ${accountId} and running_since is not null) as running,
      (select coalesce(json_agg(l), '[]') from (
        select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, via, agent_id, action, target,
          coalesce(
            (select concat_ws(' · ', '#' || number, buyer ->> 'name') from invoices where account_id = ${accountId} and guid = of),
            (select name from customers where account_id = ${accountId} and guid = of),
            (select description from items where account_id = ${accountId} and guid = of),
            (select supplier_name from costs where account_id = ${accountId} and guid = of),
            (select name from tasks where account_id = ${accountId} and guid = of), '') as about
        from (
          select id, at, via, agent_id, action, target,
            case when target ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then target::uuid end as of
          from audit_log
          where account_id = ${accountId} and outcome = 'ok' and action <> all (${ASIDE}::text[]) and action not like 'get-%'
          order by id desc limit ${SHOWN}) latest
        order by id desc) l) as activity`);
  if (!row) throw new Error('A select without a table has one row');
  return row;
}
