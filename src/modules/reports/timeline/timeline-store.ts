import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { timestampText } from '../../../kernel/database/time-sql.ts';
import { personNameSql } from '../../people/person-store.ts';
import { TIMELINE_RECORDS } from './timeline-schema.ts';

const entry = row({
  at: col.text(),
  record: col.oneOf(TIMELINE_RECORDS),
  event: col.text(),
  guid: col.uuid(),
  number: col.text(),
  amount: col.text(),
  currency: col.text(),
  text: col.text(),
  person: col.text(),
  more: col.boolean(),
});
type TimelineRow = RowOf<typeof entry>;

interface TimelineQuery {
  customer: string;
  take: number;
  skip: number;
}

/** Everything that happened with a customer, newest first. Drafts and their events are left out. */
export function listCustomerTimeline(
  db: Queryable,
  accountId: number,
  { customer, take, skip }: TimelineQuery,
): Promise<TimelineRow[]> {
  const parts = [
    invoices(accountId),
    invoiceEvents(accountId),
    quotes(accountId),
    notes(accountId),
    mails(accountId),
    receipts(accountId),
    credits(accountId),
  ];
  const all = parts.reduce((union, part) => sql`${union} union all ${part}`);
  return db.query(
    entry,
    sql`with customer as (select id from customers where account_id = ${accountId} and guid = ${customer}),
      happened as (${all}),
      chosen as (
        select *, row_number() over (order by at desc, place desc, guid) as rank from happened
        order by at desc, place desc, guid limit ${take + 1} offset ${skip})
      select ${timestampText(sql`h.at`)} as at, h.record, h.event, h.guid, h.number, h.amount,
        h.currency, h.text, coalesce(${personNameSql('p')}, '') as person,
        h.rank < (select max(rank) from chosen) and (select count(*) from chosen) > ${take}::int as more
      from chosen h left join people p on p.account_id = ${accountId} and p.id = h.person_id
      order by h.rank limit ${take}`,
  );
}

/** Issuing, and payments by when they were entered. Applied credit moves no money. */
function invoices(accountId: number): Sql {
  return sql`select i.created_at as at, i.kind as record, 'issued' as event, i.guid, i.number::text as number,
      i.amount::text as amount, i.currency, '' as text, i.created_by as person_id, 1 as place
    from invoices i where i.account_id = ${accountId} and i.customer_id = (select id from customer) and i.status <> 'Draft'
    union all
    select p.recorded_at, i.kind, 'paid', i.guid, i.number::text,
      a.amount::text, i.currency, '', p.created_by, 4
    from invoices i
    join allocations a on a.account_id = i.account_id and a.invoice_id = i.id
    join payments p on p.account_id = a.account_id and p.id = a.payment_id and p.source <> 'credit'
    where i.account_id = ${accountId} and i.customer_id = (select id from customer)`;
}

function invoiceEvents(accountId: number): Sql {
  return sql`select e.at, i.kind, e.event, i.guid, i.number::text,
      '0', i.currency,
      concat_ws(' · ', nullif(e.recipient, ''), nullif(e.reason, '')), e.person_id, 3
    from invoices i join invoice_events e on e.account_id = ${accountId} and e.invoice_id = i.id
    where i.account_id = ${accountId} and i.customer_id = (select id from customer) and i.status <> 'Draft'
      and e.event not in ('issued', 'failed', 'paid', 'part_paid')`;
}

function quotes(accountId: number): Sql {
  const theirs = sql`from sales_documents d where d.account_id = ${accountId} and d.kind = 'quote'
    and d.customer_id = (select id from customer)`;
  const columns = sql`d.guid, coalesce(d.number::text, ''), d.amount::text, d.currency`;
  return sql`select d.created_at, 'quote', 'created', ${columns}, '', null::bigint, 1 ${theirs}
    union all select d.sent_at, 'quote', 'sent', ${columns}, d.sent_to, null::bigint, 2 ${theirs} and d.sent_at is not null
    union all select d.reminded_at, 'quote', 'reminded', ${columns}, d.sent_to, null::bigint, 3
      ${theirs} and d.reminded_at is not null
    union all select d.answered_at, 'quote', case when d.status = 'declined' then 'declined' else 'accepted' end, ${columns},
      concat_ws(' · ', nullif(d.answered_by, ''), nullif(d.decline_reason, '')), null::bigint, 4
      ${theirs} and d.answered_at is not null`;
}

function notes(accountId: number): Sql {
  return sql`select n.created_at, 'note', 'created', n.guid, '', '0', 'ISK', n.text, n.person_id, 1
    from customer_notes n where n.account_id = ${accountId} and n.customer_id = (select id from customer)`;
}

function mails(accountId: number): Sql {
  return sql`select coalesce(m.ended_at, m.created_at), 'statement', m.state, m.guid, '', '0', m.currency,
      concat_ws(' · ', m.recipient, nullif(m.reason, '')), m.person_id, 1
    from statement_mails m where m.account_id = ${accountId} and m.customer_id = (select id from customer)`;
}

/** Receipts of payments that settle no invoice; the others are events of their invoice. */
function receipts(accountId: number): Sql {
  return sql`select coalesce(m.ended_at, m.created_at), 'payment', 'receipt_' || m.state, p.guid, '', '0', p.currency,
      concat_ws(' · ', m.recipient, nullif(m.reason, '')), m.person_id, 5
    from payment_mails m join payments p on p.account_id = m.account_id and p.id = m.payment_id
    where m.account_id = ${accountId} and p.account_id = ${accountId} and p.customer_id = (select id from customer)`;
}

/** What payments have left as credit when they came, and what of it was paid back. */
function credits(accountId: number): Sql {
  const counted = sql`p.source <> 'credit' and (p.reversed_on is null or p.reversed_on > p.paid_on)`;
  const columns = sql`p.guid, '' as number, moved.amount::text, p.currency,
    concat_ws(' · ', nullif(p.reference, ''), nullif(p.reversal_reason, '')), p.created_by, 4`;
  return sql`select p.recorded_at, 'payment', 'received', ${columns}
    from payments p cross join lateral (
      select p.amount - p.interest - p.charge - p.fee - coalesce(sum(a.paid), 0) as amount from allocations a
      where a.account_id = p.account_id and a.payment_id = p.id) moved
    where p.account_id = ${accountId} and p.customer_id = (select id from customer) and p.direction = 'in' and ${counted}
      and moved.amount > 0
    union all select p.recorded_at, 'payment', 'paid_back', ${columns}
    from payments p cross join lateral (
      select coalesce(sum(a.amount), 0) as amount from allocations a
      where a.account_id = p.account_id and a.payment_id = p.id and a.from_payment_id is not null) moved
    where p.account_id = ${accountId} and p.customer_id = (select id from customer) and p.direction = 'out' and ${counted}
      and moved.amount > 0`;
}
