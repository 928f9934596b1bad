-- Refuses to book into locked settlement periods; the detail names the day and the first open one after it. The shared lock lasts
-- until the end of the transaction, and whoever locks a period takes it exclusively: what was not refused is committed before the
-- period is locked. The function is volatile, so its query sees what was committed while it waited for the lock.
create or replace function refuse_locked_days(account bigint, days date[]) returns boolean language plpgsql volatile as $$
declare
  refused date;
  opened date;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('vat_locks ' || account, 0));
  select min(day) into refused from unnest(days) as day where is_locked_day(account, day);
  if refused is null then return true; end if;
  opened := refused;
  while is_locked_day(account, opened) loop
    select max(to_date) + 1 into opened from vat_locks
    where account_id = account and unlocked_at is null and opened between from_date and to_date;
  end loop;
  raise exception 'a day in a locked period' using errcode = 'KV001', detail = refused || ' ' || opened;
end $$;
