-- The consent by which the bank may be asked for the transactions of a bank account. A consent may be of several accounts of
-- a company, because a bank ends the former one when a new one is given; each account has its own row.
create table bank_consents (
  account_id      bigint not null references accounts (account_id),
  id              bigint generated always as identity,
  -- The same for all accounts that were asked for together.
  guid            uuid not null,
  bank_account_id bigint not null,
  -- The bank's own ids of the consent and of the account. The latter is known once the consent is given.
  consent_id      text not null,
  resource_id     text,
  state           text not null check (state in ('asked', 'given', 'ended')),
  valid_to        date not null,
  -- How often a day the bank may be asked, and how often it was on the last day.
  frequency       integer not null check (frequency > 0),
  called_on       date,
  calls           integer not null default 0,
  asked_at        timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, bank_account_id) references bank_accounts (account_id, id)
);
create unique index bank_consents_by_request on bank_consents (account_id, guid, bank_account_id);
create unique index bank_consents_current on bank_consents (account_id, bank_account_id) where state <> 'asked';

-- The consents that the embedded bank was asked for.
create table sandbox_consents (
  account_id   bigint not null references accounts (account_id),
  guid         uuid not null,
  -- Numbers of the accounts that it opens.
  account_nos  text[] not null,
  status       text not null check (status in ('received', 'rejected', 'valid', 'revokedByPsu', 'expired')),
  valid_until  date not null,
  frequency    integer not null,
  redirect_uri text not null,
  primary key (account_id, guid)
);
