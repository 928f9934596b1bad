-- Payments become records. Until now an invoice was paid or not; only payments by link had a row of their own. Each paid
-- invoice and each refunded credit note gets one payment from what is known of it. A node of the previous release knows no
-- payments, so what it would book without one is refused, and it runs no jobs.
-- What other nodes have begun to store is waited for, and nothing comes after it was read. Invoices can be read meanwhile.
lock table invoices in share row exclusive mode;
lock table payments in access exclusive mode;
alter table payments rename to link_payments;
alter table link_payments rename constraint payments_pkey to link_payments_pkey;

create table payments (
  account_id         bigint not null references accounts (account_id),
  id                 bigint generated always as identity,
  guid               uuid not null,
  direction          text not null check (direction in ('in', 'out')),
  -- What the payer has paid.
  amount             numeric(18, 2) not null check (amount > 0),
  currency           text not null,
  -- ISK for one unit of the currency on the day of value.
  exchange_rate      numeric(18, 6) not null,
  -- The day of value, and when it was entered.
  paid_on            date not null,
  recorded_at        timestamptz not null,
  method_payment     smallint,
  source             text not null check (source in ('manual', 'claim', 'payment_link', 'bank', 'sale', 'import', 'credit')),
  -- What the source calls it, so that a payment that is reported twice is stored once.
  source_key         text,
  reference          text not null default '',
  note               text not null default '',
  -- Who has paid, and to whom belongs what is not allocated.
  customer_id        bigint,
  -- What of the amount settles no invoice.
  interest           numeric(18, 2) not null default 0 check (interest >= 0),
  charge             numeric(18, 2) not null default 0 check (charge >= 0),
  fee                numeric(18, 2) not null default 0 check (fee >= 0),
  -- What a card acquirer has kept of the amount.
  acquirer_fee       numeric(18, 2) not null default 0 check (acquirer_fee >= 0),
  -- What is left of it as credit: neither allocated, nor applied to another invoice, nor paid back.
  unallocated        numeric(18, 2) not null check (unallocated >= 0),
  reversed_on        date,
  reversal_reason    text not null default '',
  bank_line_guid     uuid,
  accounting_status  text not null default 'Created' check (accounting_status in ('Created', 'Posted', 'Skipped', 'Error')),
  accounting_message text not null default '',
  created_by         bigint,
  primary key (account_id, id),
  unique (account_id, guid),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, created_by) references people (account_id, id)
);
create unique index payments_by_source on payments (account_id, source, source_key) where source_key is not null;
create index payments_by_day on payments (account_id, paid_on desc, id desc);
create index payments_by_customer on payments (account_id, customer_id, paid_on desc, id desc);
create index payments_with_credit on payments (account_id, customer_id, paid_on, id)
  where unallocated > 0 and reversed_on is null;
create index payments_by_person on payments (account_id, created_by) where created_by is not null;

-- What a payment settles: an invoice, or, where it pays credit back or applies it, a credit note or the surplus of another
-- payment. Those of a reversed payment stay, and count for nothing.
create table allocations (
  account_id          bigint not null,
  id                  bigint generated always as identity,
  payment_id          bigint not null,
  invoice_id          bigint,
  from_payment_id     bigint,
  -- In the currency of the invoice or of the other payment.
  amount              numeric(18, 2) not null check (amount > 0),
  -- In the currency of the payment.
  paid                numeric(18, 2) not null check (paid > 0),
  -- In ISK, to the rate of the invoice.
  exchange_difference numeric(18, 2) not null default 0,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payments (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  foreign key (account_id, from_payment_id) references payments (account_id, id),
  check ((invoice_id is null) <> (from_payment_id is null))
);
create index allocations_by_payment on allocations (account_id, payment_id);
create index allocations_by_invoice on allocations (account_id, invoice_id) where invoice_id is not null;
create index allocations_by_credit on allocations (account_id, from_payment_id) where from_payment_id is not null;

-- The payment that has settled an invoice: what credit notes had left of it, as it is paid. Interest and charges of a claim
-- and the fee of a payment link came on top of it.
with settled as materialized (
  select i.account_id, i.id as invoice_id, gen_random_uuid() as guid, i.currency, i.exchange_rate, i.paid_on, i.customer_id,
    i.method_payment, i.created_by, i.payment_fee, known.is_claim, link.checkout_id, link.note, known.principal,
    case when known.is_claim then i.default_interest_amount else 0 end as interest,
    case when known.is_claim then i.default_charge_amount + i.other_default_costs_amount else 0 end as charge,
    -- What came in beyond the invoice.
    case when known.is_claim then i.bank_transaction_amount + i.capital_gains_tax
      else coalesce(link.amount, known.principal) end - known.principal as beyond,
    coalesce((select max(e.at) from invoice_events e
      where e.account_id = i.account_id and e.invoice_id = i.id and e.event = 'paid'),
      greatest(i.created_at, i.paid_on::timestamp at time zone 'UTC')) as recorded_at,
    exists (select from sale_orders o where o.account_id = i.account_id and o.invoice_id = i.id) and i.mark_paid as is_sale
  from invoices i
  cross join lateral (
    select i.claim_status = 'paid' and i.bank_transaction_amount > 0
        and i.claim_error not like '%already settled%' as is_claim,
      round(i.amount - coalesce((select sum(n.amount) from invoices n
          where n.account_id = i.account_id and n.refer_id = i.id and n.status <> 'Draft' and not n.is_refund), 0),
        case when i.currency in ('ISK', 'JPY', 'KRW', 'VND') then 0 else 2 end) as principal) known
  left join lateral (
    select l.checkout_id, l.amount, l.note from link_payments l
    where l.account_id = i.account_id and l.invoice_id = i.id and (l.note = '' or l.note like '% were due: refund %')
    order by l.paid_at limit 1) link on not known.is_claim
  where i.kind = 'invoice' and i.status = 'Paid' and i.paid_on is not null and known.principal > 0),
recorded as (
  insert into payments (account_id, guid, direction, amount, currency, exchange_rate, paid_on, recorded_at, method_payment,
    source, source_key, note, customer_id, interest, charge, fee, unallocated, created_by)
  select account_id, guid, 'in', principal + interest + charge + greatest(0, least(payment_fee, beyond - interest - charge)),
    currency, exchange_rate, paid_on, recorded_at, method_payment,
    case when is_claim then 'claim' when checkout_id is not null then 'payment_link' when is_sale then 'sale' else 'manual' end,
    checkout_id, coalesce(note, ''), customer_id, interest, charge,
    greatest(0, least(payment_fee, beyond - interest - charge)), 0, created_by
  from settled order by account_id, paid_on, invoice_id
  returning account_id, id, guid),
allocated as (
  insert into allocations (account_id, payment_id, invoice_id, amount, paid)
  select s.account_id, r.id, s.invoice_id, s.principal, s.principal
  from settled s join recorded r on r.account_id = s.account_id and r.guid = s.guid)
update invoices i set paid_amount = s.principal from settled s
where i.account_id = s.account_id and i.id = s.invoice_id;

-- The refund that a credit note of a paid invoice was settled by.
update invoices set refund_amount = amount where kind = 'credit' and is_refund;
with refunded as materialized (
  select i.account_id, i.id as invoice_id, gen_random_uuid() as guid, i.currency, i.exchange_rate, i.paid_on, i.customer_id,
    i.method_payment, i.created_by, i.amount, round(i.amount, case when i.currency in ('ISK', 'JPY', 'KRW', 'VND') then 0 else 2 end) as payable,
    coalesce((select max(e.at) from invoice_events e
      where e.account_id = i.account_id and e.invoice_id = i.id and e.event = 'paid'),
      greatest(i.created_at, i.paid_on::timestamp at time zone 'UTC')) as recorded_at
  from invoices i where i.kind = 'credit' and i.is_refund and i.status = 'Paid' and i.paid_on is not null),
recorded as (
  insert into payments (account_id, guid, direction, amount, currency, exchange_rate, paid_on, recorded_at, method_payment,
    source, customer_id, unallocated, created_by)
  select account_id, guid, 'out', payable, currency, exchange_rate, paid_on, recorded_at, method_payment, 'manual', customer_id, 0, created_by
  from refunded where payable > 0 order by account_id, paid_on, invoice_id
  returning account_id, id, guid),
allocated as (
  insert into allocations (account_id, payment_id, invoice_id, amount, paid)
  select s.account_id, r.id, s.invoice_id, s.payable, s.payable
  from refunded s join recorded r on r.account_id = s.account_id and r.guid = s.guid)
update invoices i set paid_amount = s.amount from refunded s
where i.account_id = s.account_id and i.id = s.invoice_id;

-- Payments by link that settled nothing, of which a person was told to refund them or to ask for the rest. Whether it was
-- done is not known here, so they are kept as reversed: they count for nothing, as before.
insert into payments (account_id, guid, direction, amount, currency, exchange_rate, paid_on, recorded_at, method_payment,
  source, source_key, note, customer_id, unallocated, reversed_on, reversal_reason)
select l.account_id, gen_random_uuid(), 'in', l.amount, l.currency,
  case when l.currency = i.currency then i.exchange_rate else 1 end, (l.paid_at at time zone 'UTC')::date, l.created_at, 8,
  'payment_link', l.checkout_id, l.note, i.customer_id, 0, (l.paid_at at time zone 'UTC')::date,
  'It settled no invoice when it came in'
from link_payments l join invoices i on i.account_id = l.account_id and i.id = l.invoice_id
where l.amount > 0 and not exists (select from payments p
  where p.account_id = l.account_id and p.source = 'payment_link' and p.source_key = l.checkout_id);

-- The timeline shows what payments change.
create or replace trigger invoices_record_event after update of status, claim_status, claim_error, paid_amount, written_off_on on invoices
  for each row
  when (old.status <> new.status or old.claim_status <> new.claim_status or old.claim_error <> new.claim_error
    or old.paid_amount <> new.paid_amount or old.written_off_on is distinct from new.written_off_on)
  execute function record_invoice_event();

-- Whatever is paid has its payment, and what a credit note pays back has its amount. A node of the previous release would write
-- neither. The code is that of a conflict with others: such a node answers 503 with Retry-After, and the call is repeated at a node
-- of this release. `is_refund` stays for nodes of the previous release, which name it in what they read and write.
create function refuse_paid_without_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.kind = 'credit' and new.is_refund and new.refund_amount = 0 or new.status = 'Paid' and
      round(case new.kind when 'credit' then new.refund_amount else new.amount - new.credited_amount end - new.paid_amount,
      case when new.currency in ('ISK', 'JPY', 'KRW', 'VND') then 0 else 2 end) > 0 then
    raise exception using errcode = 'serialization_failure',
      message = format('Document %s of account %s would be paid without a payment; replace the nodes of the previous release',
        new.number, new.account_id);
  end if;
  new.is_refund := new.kind = 'credit' and new.refund_amount > 0;
  return new;
end $$;
-- The condition is short, because the server reads it anew for every insert.
create trigger invoices_paid_by_payments before insert or update of status, refund_amount on invoices
  for each row when (new.status = 'Paid' or new.kind = 'credit')
  execute function refuse_paid_without_payment();

-- Readers wait from here on, so that this waits at most for those that read already, longer than a migration usually would: what
-- it has done so far would have to be done again.
set local lock_timeout = '5s';
drop table link_payments;

-- Under their old names a node of the previous release would take jobs and cron tasks: it would remind of what was paid in
-- part, and tell the bank the sum before a part payment.
alter table jobs rename column locked_until to leased_until;
alter table cron_tasks rename column due_at to next_at;
