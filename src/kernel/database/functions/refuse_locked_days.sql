-- Refuses to book into locked settlement periods; the detail names the day and the first open one after it.
create or replace function refuse_locked_days(account bigint, days date[]) returns boolean language plpgsql volatile as $$
declare
  refused record;
begin
  select * into refused from locked_days(account, days) limit 1;
  if refused.locked is null then return true; end if;
  raise exception 'a day in a locked period' using errcode = 'KV001', detail = refused.locked || ' ' || refused.opened;
end $$;
