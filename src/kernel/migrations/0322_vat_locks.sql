-- The settlement periods of VAT that are locked, or were. Nothing is booked into the days of one that is not unlocked.
create table vat_locks (
  account_id    bigint not null references accounts (account_id),
  id            bigint generated always as identity,
  from_date     date not null,
  to_date       date not null,
  locked_at     timestamptz not null,
  locked_by     bigint,
  unlocked_at   timestamptz,
  unlocked_by   bigint,
  unlock_reason text not null default '',
  primary key (account_id, id)
);
create unique index vat_locks_now on vat_locks (account_id, to_date) where unlocked_at is null;

-- Money that a bank or a provider has reported for a day of a locked period.
alter table payments add column late boolean not null default false;
