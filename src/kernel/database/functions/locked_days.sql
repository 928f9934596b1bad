-- The days that are in locked settlement periods, each with the first open day after it. The shared lock lasts until the end of the
-- transaction, and whoever locks a period takes it exclusively: what was not refused is committed before the period is locked. The
-- function is volatile, so its query sees what was committed while it waited for the lock.
create or replace function locked_days(account bigint, days date[])
returns table (locked date, opened date) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('vat_locks ' || account, 0));
  for locked in select distinct day from unnest(days) as day where is_locked_day(account, day) order by day loop
    opened := locked;
    while is_locked_day(account, opened) loop
      select max(to_date) + 1 into opened from vat_locks
      where account_id = account and unlocked_at is null and opened between from_date and to_date;
    end loop;
    return next;
  end loop;
end $$;
