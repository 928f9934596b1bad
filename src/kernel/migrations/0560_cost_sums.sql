-- How many costs there are of each state, by the month in which lists have them, so that counting them costs the same however old the
-- books are. Rows add up, as those of settled_sums.
create table cost_sums (
  account_id        bigint  not null,
  id                bigint  generated always as identity,
  month             date    not null,
  accounting_status text    not null,
  show_api          boolean not null,
  costs             bigint  not null,
  primary key (account_id, id)
);
create index cost_sums_by_month on cost_sums (account_id, month);

create function sum_costs() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into cost_sums (account_id, month, accounting_status, show_api, costs)
    values (new.account_id, date_trunc('month', new.listed_on)::date, new.accounting_status, new.show_api, 1);
  end if;
  if tg_op <> 'INSERT' then
    insert into cost_sums (account_id, month, accounting_status, show_api, costs)
    values (old.account_id, date_trunc('month', old.listed_on)::date, old.accounting_status, old.show_api, -1);
  end if;
  return null;
end $$;
create trigger costs_sum_counted after insert or delete on costs for each row execute function sum_costs();
create trigger costs_sum_changed after update of listed_on, accounting_status, show_api on costs
  for each row when ((old.listed_on, old.accounting_status, old.show_api) <> (new.listed_on, new.accounting_status, new.show_api))
  execute function sum_costs();

insert into cost_sums (account_id, month, accounting_status, show_api, costs)
  select account_id, date_trunc('month', listed_on)::date, accounting_status, show_api, count(*) from costs group by 1, 2, 3, 4;
