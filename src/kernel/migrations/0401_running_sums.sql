-- Sums by month of what does not change any more, so that figures over all years cost no more than those of a month. A change
-- adds rows, with the opposite sign where something is taken back, and changes none: nobody waits for another. A cron task adds up the rows of
-- equal keys.

-- Settled documents, by the month of issue. The payable amounts are rounded as they are paid.
create table settled_sums (
  account_id   bigint  not null,
  id           bigint  generated always as identity,
  month        date    not null,
  kind         text    not null,
  status       text    not null,
  currency     text    not null,
  is_imported  boolean not null,
  documents    bigint  not null,
  amount       numeric not null,
  amount_isk   numeric not null,
  payable      numeric not null,
  payable_isk  numeric not null,
  primary key (account_id, id)
);
create index settled_sums_by_month on settled_sums (account_id, month);

-- What came in less what was paid back, by the day of value, and by the day of reversal what was reversed. Without fees and interest.
create table received_sums (
  account_id   bigint  not null,
  id           bigint  generated always as identity,
  month        date    not null,
  amount_isk   numeric not null,
  primary key (account_id, id)
);
create index received_sums_by_month on received_sums (account_id, month);

create function sum_settled_documents() returns trigger language plpgsql as $$
begin
  insert into settled_sums (account_id, month, kind, status, currency, is_imported, documents, amount, amount_isk, payable, payable_isk)
  select new.account_id, date_trunc('month', new.issue_date)::date, new.kind, change.status, new.currency, new.is_imported, sign,
    sign * new.amount, sign * round(new.amount * new.exchange_rate, 2), sign * payable, sign * round(payable * new.exchange_rate, 2)
  from (values (old.status, -1), (new.status, 1)) as change (status, sign),
    round(new.amount, case when new.currency in ('ISK', 'JPY', 'KRW', 'VND') then 0 else 2 end) as payable
  where change.status in ('Paid', 'Cancelled');
  return null;
end $$;
create function sum_received_money() returns trigger language plpgsql as $$
begin
  insert into received_sums (account_id, month, amount_isk)
  select new.account_id, date_trunc('month', change.day)::date,
    change.sign * round((new.amount - new.interest - new.charge - new.fee) * new.exchange_rate, 2)
  from (values (new.paid_on, tg_op = 'INSERT', case new.direction when 'in' then 1 else -1 end),
    (new.reversed_on, true, case new.direction when 'in' then -1 else 1 end)) as change (day, is_new, sign)
  where change.day is not null and change.is_new;
  return null;
end $$;
create trigger invoices_sum_issued after insert on invoices
  for each row when (new.status in ('Paid', 'Cancelled')) execute function sum_settled_documents();
create trigger invoices_sum_changed after update of status on invoices
  for each row when (old.status <> new.status and (old.status in ('Paid', 'Cancelled') or new.status in ('Paid', 'Cancelled')))
  execute function sum_settled_documents();
create trigger payments_sum_booked after insert on payments
  for each row when (new.source not in ('credit', 'import')) execute function sum_received_money();
create trigger payments_sum_reversed after update of reversed_on on payments
  for each row when (new.source not in ('credit', 'import') and old.reversed_on is null and new.reversed_on is not null)
  execute function sum_received_money();

insert into settled_sums (account_id, month, kind, status, currency, is_imported, documents, amount, amount_isk, payable, payable_isk)
  select account_id, month, kind, status, currency, is_imported, count(*), sum(amount), sum(round(amount * exchange_rate, 2)),
    sum(payable), sum(round(payable * exchange_rate, 2))
  from (
    select account_id, date_trunc('month', issue_date)::date as month, kind, status, currency, is_imported, amount, exchange_rate,
      round(amount, case when currency in ('ISK', 'JPY', 'KRW', 'VND') then 0 else 2 end) as payable
    from invoices where status in ('Paid', 'Cancelled')) settled
  group by 1, 2, 3, 4, 5, 6;
insert into received_sums (account_id, month, amount_isk)
  select account_id, date_trunc('month', day)::date, sum(change.isk)
  from (
    select account_id, paid_on, reversed_on, case direction when 'in' then 1 else -1 end
      * round((amount - interest - charge - fee) * exchange_rate, 2) as isk
    from payments where source not in ('credit', 'import')) moved
  cross join lateral (values (paid_on, moved.isk), (reversed_on, -moved.isk)) as change (day, isk)
  where day is not null
  group by 1, 2;
