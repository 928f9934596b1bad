-- What is kept of the balances of an account, so that reading them costs the same however old the books are: what was there
-- before the first line (null while no statement has said a balance), and between which days transactions are missing.
alter table bank_accounts add column opening_balance numeric(18, 2);
alter table bank_accounts add column gaps jsonb not null default '[]';
create index bank_lines_with_balance on bank_lines (account_id, bank_account_id, booked_on) where balance is not null;

-- Lines of an account and their sum by state, and what the records of bookings have brought. Rows add up, as those of settled_sums.
create table bank_sums (
  account_id      bigint  not null,
  id              bigint  generated always as identity,
  bank_account_id bigint  not null,
  kind            text    not null check (kind in ('open', 'booked', 'ignored', 'recorded')),
  lines           bigint  not null,
  amount          numeric not null,
  primary key (account_id, id)
);
create index bank_sums_by_account on bank_sums (account_id, bank_account_id);

create function sum_new_bank_lines() returns trigger language plpgsql as $$
begin
  insert into bank_sums (account_id, bank_account_id, kind, lines, amount)
  select account_id, bank_account_id, state, count(*), sum(amount) from added group by account_id, bank_account_id, state;
  return null;
end $$;
create function sum_moved_bank_line() returns trigger language plpgsql as $$
begin
  insert into bank_sums (account_id, bank_account_id, kind, lines, amount)
  values (new.account_id, new.bank_account_id, old.state, -1, -new.amount),
    (new.account_id, new.bank_account_id, new.state, 1, new.amount);
  return null;
end $$;
-- What a part of a booking has brought, or takes back. A payment that it has recorded is reversed with it; one that it was only
-- tied to may have been reversed before, and is not taken back again.
create function sum_bank_action() returns trigger language plpgsql as $$
begin
  insert into bank_sums (account_id, bank_account_id, kind, lines, amount)
  select l.account_id, l.bank_account_id, 'recorded', 0, case when new.is_active then 1 else -1 end * case
      when new.type = 'settled' then case when p.direction = 'in' then p.amount - p.acquirer_fee else -p.amount end
      when new.type = 'fee' then -new.amount
      when new.type = 'payment' then sign(l.amount) * p.amount
      else sign(l.amount) * new.amount end
  from bank_bookings k
  join bank_lines l on l.account_id = k.account_id and l.id = k.line_id
  left join payments p on p.account_id = k.account_id and p.guid = new.payment_guid
  where k.account_id = new.account_id and k.id = new.booking_id and (new.type <> 'settled' or p.reversed_on is null);
  return null;
end $$;
create function sum_reversed_tied_payment() returns trigger language plpgsql as $$
begin
  insert into bank_sums (account_id, bank_account_id, kind, lines, amount)
  select l.account_id, l.bank_account_id, 'recorded', 0,
    case when new.direction = 'in' then new.acquirer_fee - new.amount else new.amount end
  from bank_actions a
  join bank_bookings k on k.account_id = a.account_id and k.id = a.booking_id
  join bank_lines l on l.account_id = k.account_id and l.id = k.line_id
  where a.account_id = new.account_id and a.payment_guid = new.guid and a.type = 'settled' and a.is_active;
  return null;
end $$;
create trigger bank_lines_sum_new after insert on bank_lines
  referencing new table as added for each statement execute function sum_new_bank_lines();
create trigger bank_lines_sum_moved after update of state on bank_lines
  for each row when (old.state <> new.state) execute function sum_moved_bank_line();
create trigger bank_actions_sum_new after insert on bank_actions
  for each row when (new.is_active) execute function sum_bank_action();
create trigger bank_actions_sum_ended after update of is_active on bank_actions
  for each row when (old.is_active and not new.is_active) execute function sum_bank_action();
create trigger payments_sum_tied after update of reversed_on on payments
  for each row when (old.reversed_on is null and new.reversed_on is not null) execute function sum_reversed_tied_payment();

insert into bank_sums (account_id, bank_account_id, kind, lines, amount)
  select account_id, bank_account_id, state, count(*), sum(amount) from bank_lines group by 1, 2, 3;
insert into bank_sums (account_id, bank_account_id, kind, lines, amount)
  select l.account_id, l.bank_account_id, 'recorded', 0, sum(case
      when a.type = 'settled' then case when p.direction = 'in' then p.amount - p.acquirer_fee else -p.amount end
      when a.type = 'fee' then -a.amount
      when a.type = 'payment' then sign(l.amount) * p.amount
      else sign(l.amount) * a.amount end)
  from bank_lines l
  join bank_bookings k on k.account_id = l.account_id and k.line_id = l.id and k.unbooked_at is null
  join bank_actions a on a.account_id = k.account_id and a.booking_id = k.id and a.is_active
  left join payments p on p.account_id = a.account_id and p.guid = a.payment_guid
  where l.state = 'booked' and p.reversed_on is null
  group by 1, 2;

-- The gaps of statements that are here already: the balance before a day is one from which more of its lines lead away than to it,
-- and the balance after it the opposite.
create temporary table balanced_days on commit drop as
  select d.account_id, d.bank_account_id, d.booked_on, d.moved,
    coalesce((select l.balance - l.amount from bank_lines l
      where l.account_id = d.account_id and l.bank_account_id = d.bank_account_id and l.booked_on = d.booked_on
        and l.balance is not null and (select count(*) filter (where o.balance - o.amount = l.balance - l.amount)
            > count(*) filter (where o.balance = l.balance - l.amount) from bank_lines o
          where o.account_id = l.account_id and o.bank_account_id = l.bank_account_id and o.booked_on = l.booked_on)
      order by l.id limit 1), d.first_balance) as starts,
    coalesce((select l.balance from bank_lines l
      where l.account_id = d.account_id and l.bank_account_id = d.bank_account_id and l.booked_on = d.booked_on
        and l.balance is not null and (select count(*) filter (where o.balance = l.balance)
            > count(*) filter (where o.balance - o.amount = l.balance) from bank_lines o
          where o.account_id = l.account_id and o.bank_account_id = l.bank_account_id and o.booked_on = l.booked_on)
      order by l.id desc limit 1), d.first_balance) as ends
  from (
    select account_id, bank_account_id, booked_on, sum(amount) as moved,
      (array_agg(balance - amount order by id))[1] as first_balance
    from bank_lines where balance is not null group by 1, 2, 3) d;
create temporary table found_gaps on commit drop as
  select account_id, bank_account_id, booked_on as from_date, booked_on as to_date, ends - starts - moved as amount
  from balanced_days
  union all
  select d.account_id, d.bank_account_id, d.booked_on, d.next_on, d.next_starts - d.ends - coalesce((
      select sum(l.amount) from bank_lines l
      where l.account_id = d.account_id and l.bank_account_id = d.bank_account_id and l.balance is null
        and l.booked_on >= d.booked_on and l.booked_on < d.next_on), 0)
  from (select *, lead(booked_on) over days as next_on, lead(starts) over days as next_starts from balanced_days
    window days as (partition by account_id, bank_account_id order by booked_on)) d
  where d.next_on is not null;
update bank_accounts b set
  gaps = coalesce((select jsonb_agg(jsonb_build_object('from_date', g.from_date, 'to_date', g.to_date, 'amount', g.amount)
      order by g.from_date, g.to_date) from found_gaps g
    where g.account_id = b.account_id and g.bank_account_id = b.id and g.amount <> 0), '[]'),
  opening_balance = (select d.starts - coalesce((select sum(l.amount) from bank_lines l
      where l.account_id = d.account_id and l.bank_account_id = d.bank_account_id and l.balance is null
        and l.booked_on < d.booked_on), 0)
    from balanced_days d where d.account_id = b.account_id and d.bank_account_id = b.id order by d.booked_on limit 1);
drop table found_gaps;
drop table balanced_days;
