-- Whether a day is in a locked settlement period of the account.
create or replace function is_locked_day(account bigint, day date) returns boolean language sql stable as $$
  select exists (
    select from vat_locks where account_id = account and unlocked_at is null and day between from_date and to_date)
$$;
