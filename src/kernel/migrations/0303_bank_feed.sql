-- What the bank itself has reported of an account with connection 'bank'.
alter table bank_accounts
  -- When the bank was last asked.
  add column fetched_at timestamptz,
  -- The day on which the bank last reported. The next call begins before it, whatever was imported from files meanwhile.
  add column fetched_to date,
  -- Why the last call brought nothing; empty after one that succeeded.
  add column fetch_problem text not null default '';
create index bank_accounts_connected on bank_accounts (account_id, id) where connection = 'bank';

-- The transactions on accounts at the embedded bank.
create table sandbox_transactions (
  account_id           bigint not null references accounts (account_id),
  id                   bigint generated always as identity,
  -- The twelve digits, or the IBAN of an account abroad.
  account_no           text not null,
  booked_on            date not null,
  amount               numeric(18, 2) not null,
  text                 text not null,
  reference            text not null,
  counterparty_name    text not null,
  counterparty_id      text not null,
  counterparty_account text not null,
  primary key (account_id, id)
);
create index sandbox_transactions_by_day on sandbox_transactions (account_id, account_no, booked_on, id);
