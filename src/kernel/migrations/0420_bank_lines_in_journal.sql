-- Bookings of bank lines have entries in the journal, in ISK at the rate of their day; null: no rate was known.
alter table bank_bookings add column exchange_rate numeric(18, 6);

update bank_bookings k set exchange_rate = case b.currency when 'ISK' then 1 else (
    select r.rate from exchange_rates r
    where r.currency = b.currency and r.date <= coalesce(l.value_on, l.booked_on) order by r.date desc limit 1) end
  from bank_lines l join bank_accounts b on b.account_id = l.account_id and b.id = l.bank_account_id
  where l.account_id = k.account_id and l.id = k.line_id;

create index bank_lines_by_value_day on bank_lines (account_id, (coalesce(value_on, booked_on)));
create index bank_bookings_unbooked on bank_bookings (account_id, unbooked_at) where unbooked_at is not null;

alter table journal_entries drop constraint journal_entries_kind_check;
alter table journal_entries add constraint journal_entries_kind_check
  check (kind in ('invoice', 'credit_note', 'payment', 'reversal', 'write_off', 'cost', 'bank_line', 'unbooking'));
