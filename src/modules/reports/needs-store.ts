import type { Queryable } from '../../kernel/context.ts';
import { hasOwedStatusSql, isOwedSql, remainingSql } from '../../kernel/database/invoice-status-sql.ts';
import { date, integer, oneOf, type RowOf, row, text, uuid } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { personNameSql } from '../people/person-store.ts';
import { NEEDS } from './needs-schema.ts';

/** How many records of each kind are listed. */
const LISTED_EACH = 25;

const need = row({
  what: oneOf(NEEDS),
  guid: uuid(),
  number: text(),
  name: text(),
  amount: text(),
  currency: text(),
  on: date(),
  person: text(),
  operation: text(),
  reason: text(),
  count: integer(),
});
export type NeedRow = RowOf<typeof need>;

/** Everything that waits for a person, in one statement. `count` is how many of the kind there are. */
export function listNeeds(
  db: Queryable,
  accountId: number,
  today: string,
  listedEach = LISTED_EACH,
): Promise<NeedRow[]> {
  const parts = [
    refusedActions(accountId),
    proposals(accountId),
    invoices(accountId, today),
    costs(accountId),
    paused(accountId),
  ];
  const [first, ...others] = [...parts, unverified(accountId)];
  const all = others.reduce((union, part) => sql`${union} union all ${part}`, first as Sql);
  return db.query(
    need,
    sql`with waiting as (${all}),
      ranked as (
        select *, count(*) over (partition by what)::int as count,
          row_number() over (partition by what order by "on", guid) as place
        from waiting)
      select what, guid, number, name, amount, currency, "on", ${personSql(accountId)} as person, operation, reason, count
      from ranked where place <= ${listedEach}
      order by array_position(${[...NEEDS]}::text[], what), place`,
  );
}

/** The person who last changed the record `ranked.guid`, or whose action it is. */
function personSql(accountId: number): Sql {
  return sql`coalesce((
    select ${personNameSql('p')} from delayed_actions d
    join people p on p.account_id = ${accountId} and p.id = d.person_id
    where ranked.what = 'refused' and d.account_id = ${accountId} and d.guid = ranked.guid), (
    select ${personNameSql('p')} from audit_log a
    join people p on p.account_id = ${accountId} and p.id = a.person_id
    where a.account_id = ${accountId} and a.target = ranked.guid::text and a.person_id is not null
    order by a.at desc limit 1), '')`;
}

function refusedActions(accountId: number): Sql {
  return sql`select 'refused' as what, d.guid,
      coalesce((select number::text from invoices where account_id = ${accountId} and guid = d.target), '') as number,
      coalesce(
        (select buyer ->> 'name' from invoices where account_id = ${accountId} and guid = d.target),
        (select supplier_name from costs where account_id = ${accountId} and guid = d.target),
        (select buyer ->> 'name' from sales_documents where account_id = ${accountId} and guid = d.target),
        (select name from customers where account_id = ${accountId} and guid::text = d.input -> 'customer' ->> 'guid'),
        '') as name,
      coalesce(d.input ->> 'amount', '0') as amount, coalesce(d.input ->> 'currency', 'ISK') as currency,
      d.created_at::date as "on", d.operation, coalesce(d.problems -> 0 ->> 'code', '') as reason
    from delayed_actions d where d.account_id = ${accountId} and d.state = 'refused'`;
}

/** Writes of programs that a person must approve. */
function proposals(accountId: number): Sql {
  return sql`select 'proposal' as what, p.guid, '' as number, coalesce(c.name, '') as name,
      coalesce(p.preview ->> 'amount', '0') as amount, coalesce(p.preview ->> 'currency', 'ISK') as currency,
      (p.created_at at time zone 'UTC')::date as "on", p.operation, '' as reason
    from proposals p left join clients c on c.client_id = p.client_id
    where p.account_id = ${accountId} and p.state = 'waiting'`;
}

/** Invoices with which something is the matter; the first of the reasons counts. */
function invoices(accountId: number, today: string): Sql {
  const hasLostMail = sql`exists (select from invoice_events e
    where e.account_id = ${accountId} and e.invoice_id = i.id and e.event in ('bounced', 'given_up') and e.via = 'email'
      and not exists (select from invoice_events s where s.account_id = ${accountId} and s.invoice_id = e.invoice_id
        and s.event = 'sent' and s.id > e.id))`;
  return sql`select what, guid, number, name, amount, currency, due_date as "on", '' as operation, '' as reason from (
      select case when i.payment_message <> '' then 'payment' when i.claim_error <> '' then 'claim'
          when i.xml_status in ('rejected', 'failed') then 'einvoice' when ${hasLostMail} then 'mail'
          when i.status = 'Collection' then 'collection'
          when ${isOwedSql} and i.due_date < ${today} then 'overdue' end as what,
        i.guid, i.number::text as number, i.buyer ->> 'name' as name, i.due_date, i.currency,
        coalesce(nullif(${remainingSql}, 0), i.amount)::text as amount
      from invoices i
      where i.account_id = ${accountId} and (i.payment_message <> '' or ${hasOwedStatusSql})) troubled
    where what is not null`;
}

function costs(accountId: number): Sql {
  return sql`select case when reading ->> 'problem' <> '' or (reading is not null and supplier_name = '' and amount is null)
        then 'unread' else 'cost' end as what,
      guid, '' as number, supplier_name as name, coalesce(amount, 0)::text as amount, currency,
      (created_at at time zone 'UTC')::date as "on", '' as operation, '' as reason
    from costs where account_id = ${accountId} and show_api and accounting_status = 'New'`;
}

function paused(accountId: number): Sql {
  return sql`select 'paused' as what, d.guid, '' as number, concat_ws(' · ', s.name, d.buyer ->> 'name') as name,
      '0' as amount, 'ISK' as currency, (d.created_at at time zone 'UTC')::date as "on", '' as operation, s.reason
    from recurring_schedules s join sales_documents d on d.account_id = s.account_id and d.id = s.sales_document_id
    where s.account_id = ${accountId} and s.state = 'paused'`;
}

function unverified(accountId: number): Sql {
  return sql`select 'unverified' as what, guid, '' as number, name, '0' as amount, 'ISK' as currency,
      (created_at at time zone 'UTC')::date as "on", '' as operation, '' as reason
    from customers where account_id = ${accountId} and unverified and active`;
}
