-- When a cost is due, and what lines of the bank have paid of it, in its own currency. A node of the previous release books lines
-- without the latter: while nodes are replaced, costs should not be booked.
alter table costs add column due_date date;
alter table costs add column paid_amount numeric(18, 2) not null default 0;

-- Lines in another currency did not say what they paid of a cost: the first of them paid it.
update bank_actions a set done = a.done || jsonb_build_object('cost_amount', case when a.id = other.first then other.cost_amount else 0 end)
from (
  select a.account_id, a.id, coalesce(c.amount, 0) as cost_amount,
    min(a.id) filter (where a.is_active) over (partition by a.account_id, a.cost_guid) as first
  from bank_actions a
  join costs c on c.account_id = a.account_id and c.guid = a.cost_guid
  join bank_bookings k on k.account_id = a.account_id and k.id = a.booking_id
  join bank_lines l on l.account_id = k.account_id and l.id = k.line_id
  join bank_accounts b on b.account_id = l.account_id and b.id = l.bank_account_id
  where b.currency <> c.currency) other
where a.account_id = other.account_id and a.id = other.id;

update costs c set paid_amount = paid.amount
from (
  select account_id, cost_guid, sum(coalesce((done->>'cost_amount')::numeric, amount)) as amount
  from bank_actions where is_active and cost_guid is not null group by account_id, cost_guid) paid
where c.account_id = paid.account_id and c.guid = paid.cost_guid;

create index costs_payable on costs (account_id, coalesce(due_date, listed_on), id)
  where show_api and accounting_status in ('Created', 'Posted') and amount > paid_amount
    and (due_date is not null or coalesce(how_paid, 0) not in (2, 3, 4));
