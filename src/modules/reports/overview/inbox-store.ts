import { RENEWAL_DAYS } from '../../../domain/bank/consent.ts';
import { hasOwedStatusSql, isOwedSql, remainingSql } from '../../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { mayCostSql } from '../../../kernel/database/state-sql.ts';
import { timestampText } from '../../../kernel/database/time-sql.ts';
import { payableSql } from '../../customers/balance-store.ts';
import { personNameSql } from '../../people/person-store.ts';
import { documentSql } from '../../questions/question-store.ts';
import { NEEDS, type Need } from './inbox-schema.ts';

const need = row({
  what: col.oneOf(NEEDS),
  guid: col.uuid(),
  number: col.text(),
  name: col.text(),
  amount: col.text(),
  currency: col.text(),
  on: col.date(),
  person: col.text(),
  operation: col.text(),
  reason: col.text(),
  reminded_at: col.text().nullable(),
});

const COUNTED = sql`select what, count(*)::int as count from waiting
  group by what order by array_position(${[...NEEDS]}::text[], what)`;

const needCount = row({ what: col.oneOf(NEEDS), count: col.integer() });
export type NeedCount = RowOf<typeof needCount>;

interface NeedsPage {
  /** Only of this kind. */
  what?: Need | undefined;
  /** How many of each kind. */
  take: number;
  skip?: number;
}

const needsPage = row({ rows: col.jsonList(need), counts: col.jsonList(needCount) });

/** One page of what waits for a person, and how many there are of each kind. */
export async function readNeeds(
  db: Queryable,
  accountId: number,
  today: string,
  { what, take, skip = 0 }: NeedsPage,
): Promise<RowOf<typeof needsPage>> {
  const [found] = await db.query(
    needsPage,
    sql`with waiting as materialized (${waitingSql(accountId, today)}),
      ranked as (
        select *, row_number() over (partition by what order by "on", guid) as place
        from waiting ${what ? sql`where what = ${what}` : EMPTY}),
      listed as (
        select what, guid, coalesce(number, document_number) as number, coalesce(name, buyer_name) as name,
          coalesce(amount, remaining) as amount, coalesce(currency, document_currency) as currency, "on",
          ${personSql(accountId)} as person, operation, reason, reminded_at
        from ranked left join lateral (${documentOf(accountId, sql`ranked.guid`)}) document on true
        where place > ${skip} and place <= ${skip + take}
        order by array_position(${[...NEEDS]}::text[], what), place)
      select (select coalesce(json_agg(listed), '[]') from listed) as rows,
        (select coalesce(json_agg(counted), '[]') from (${COUNTED}) counted) as counts`,
  );
  if (!found) throw new Error('A select without a table has one row');
  return found;
}

/** How many of each kind there are. */
export function countNeeds(db: Queryable, accountId: number, today: string): Promise<NeedCount[]> {
  return db.query(needCount, sql`with waiting as (${waitingSql(accountId, today)}) ${COUNTED}`);
}

function waitingSql(accountId: number, today: string): Sql {
  const parts = [
    invoices(accountId, today),
    surpluses(accountId),
    refunds(accountId),
    costs(accountId),
    paused(accountId),
    unverified(accountId),
    endingConsents(accountId, today),
    questions(accountId),
  ];
  return parts.reduce((union, part) => sql`${union} union all ${part}`, storedCalls(accountId));
}

/** The person who last changed the record `ranked.guid`, or whose action it is. */
function personSql(accountId: number): Sql {
  return sql`coalesce((
    select ${personNameSql('p')} from stored_calls d
    join people p on p.account_id = ${accountId} and p.id = d.person_id
    where ranked.what = 'refused' and d.account_id = ${accountId} and d.guid = ranked.guid), (
    select ${personNameSql('p')} from audit_log a
    join people p on p.account_id = ${accountId} and p.id = a.person_id
    where a.account_id = ${accountId} and a.target = ranked.guid::text and a.person_id is not null
    order by a.at desc limit 1), '')`;
}

/** Writes of programs that a person must approve, and actions that were refused when their time came. */
function storedCalls(accountId: number): Sql {
  return sql`select case s.waits_for when 'person' then 'proposal' else 'refused' end as what, s.guid,
      case s.waits_for when 'person' then '' else s.number end as number, coalesce(c.name, s.name) as name,
      coalesce(s.effect ->> 'amount', '0') as amount, coalesce(s.effect ->> 'currency', 'ISK') as currency,
      (s.created_at at time zone 'UTC')::date as "on", s.operation,
      case s.waits_for when 'person' then '' else coalesce(s.problems -> 0 ->> 'code', '') end as reason
    from stored_calls s left join clients c on c.client_id = s.client_id
    where s.account_id = ${accountId} and
      ((s.waits_for = 'person' and s.state = 'waiting') or (s.waits_for = 'clock' and s.state = 'refused'))`;
}

/**
 * What the list shows of an invoice. It is looked up for the rows of a page alone: a company with many late invoices would pay
 * most of the time of the inbox for what is not listed.
 */
function documentOf(accountId: number, guid: Sql): Sql {
  return sql`select i.number::text as document_number, i.buyer ->> 'name' as buyer_name, i.currency as document_currency,
      coalesce(nullif(${remainingSql}, 0), i.amount)::text as remaining, ${timestampText(sql`i.reminded_at`)} as reminded_at
    from invoices i where i.account_id = ${accountId} and i.guid = ${guid} limit 1`;
}

/** Invoices with which something is the matter; the first of the reasons counts. */
function invoices(accountId: number, today: string): Sql {
  const hasLostMail = sql`exists (select from invoice_events e
    where e.account_id = ${accountId} and e.invoice_id = i.id and e.event in ('bounced', 'given_up') and e.via = 'email'
      and not exists (select from invoice_events s where s.account_id = ${accountId} and s.invoice_id = e.invoice_id
        and s.event = 'sent' and s.id > e.id))`;
  return sql`select what, guid, null as number, null as name, null as amount, null as currency, due_date as "on",
      '' as operation, '' as reason from (
      select case when i.payment_message <> '' then 'payment' when i.claim_error <> '' then 'claim'
          when i.xml_status in ('rejected', 'failed') then 'einvoice' when ${hasLostMail} then 'mail'
          when i.status = 'Collection' and i.written_off_on is null then 'collection'
          when ${isOwedSql} and i.due_date < ${today} then 'overdue' end as what,
        i.guid, i.due_date
      from invoices i
      where i.account_id = ${accountId} and (i.payment_message <> '' or ${hasOwedStatusSql})) troubled
    where what is not null`;
}

/** What payments have left, which is neither used nor paid back. */
function surpluses(accountId: number): Sql {
  return sql`select 'surplus' as what, p.guid, '' as number, coalesce(c.name, '') as name, p.unallocated::text as amount,
      p.currency, p.paid_on as "on", '' as operation, '' as reason
    from payments p left join customers c on c.account_id = p.account_id and c.id = p.customer_id
    where p.account_id = ${accountId} and p.unallocated > 0 and p.reversed_on is null`;
}

/** Credit notes of which something is still to be paid back. */
function refunds(accountId: number): Sql {
  const left = payableSql(remainingSql);
  return sql`select 'refund' as what, i.guid, i.number::text as number, i.buyer ->> 'name' as name, ${left}::text as amount,
      i.currency, i.issue_date as "on", '' as operation, '' as reason
    from invoices i where i.account_id = ${accountId} and i.kind = 'credit' and i.refund_amount > i.paid_amount and ${left} > 0`;
}

function costs(accountId: number): Sql {
  return sql`select case when reading ->> 'problem' <> '' or (reading is not null and supplier_name = '' and amount is null)
        then 'unread' else 'cost' end as what,
      guid, '' as number, supplier_name as name, coalesce(amount, 0)::text as amount, currency,
      (created_at at time zone 'UTC')::date as "on", '' as operation, '' as reason
    from costs c where c.account_id = ${accountId} and ${mayCostSql('approve')}`;
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

/** Accounts that the bank reports only for as long as a person renews the consent. */
function endingConsents(accountId: number, today: string): Sql {
  return sql`select 'consent' as what, b.guid, '' as number, concat_ws(' · ', b.name, nullif(b.account_no, '')) as name,
      '0' as amount, 'ISK' as currency, c.valid_to as "on", '' as operation, '' as reason
    from bank_consents c join bank_accounts b on b.account_id = c.account_id and b.id = c.bank_account_id
    where c.account_id = ${accountId} and b.connection = 'bank'
      and (c.state = 'ended' or c.state = 'given' and c.valid_to <= ${today}::date + ${RENEWAL_DAYS}::integer)`;
}

/** Open questions wait for an answer, and answered ones for whoever has asked. */
function questions(accountId: number): Sql {
  return sql`select case q.state when 'open' then 'question' else 'answer' end as what, q.guid, coalesce(o.number, '') as number,
      coalesce(o.name, '') as name, coalesce(o.amount, 0)::text as amount, coalesce(o.currency, 'ISK') as currency,
      (q.asked_at at time zone 'UTC')::date as "on", '' as operation, q.question as reason
    from questions q left join lateral (${documentSql('q')}) o on true
    where q.account_id = ${accountId} and q.state <> 'closed'`;
}
