-- The accounts of a company at its banks, with the transactions of their statements.
create table bank_accounts (
  account_id bigint not null references accounts (account_id),
  id         bigint generated always as identity,
  guid       uuid not null,
  name       text not null,
  -- Twelve digits, or empty for an account abroad, which has only an IBAN.
  account_no text not null,
  iban       text not null,
  currency   text not null,
  auto_book  boolean not null,
  connection text not null check (connection in ('file', 'bank')),
  -- The columns of the last file, by which the next one is read.
  mapping    jsonb,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, guid),
  check (account_no <> '' or iban <> '')
);
create unique index bank_accounts_by_number on bank_accounts (account_id, (coalesce(nullif(account_no, ''), iban)));

-- A file that was read, or what was fetched from the bank at one time.
create table bank_statements (
  account_id      bigint not null,
  id              bigint generated always as identity,
  guid            uuid not null,
  bank_account_id bigint not null,
  file_name       text not null,
  sha256          bytea,
  format          text not null check (format in ('camt.053', 'csv', 'xlsx', 'bank')),
  lines_total     integer not null,
  lines_new       integer not null,
  from_date       date,
  to_date         date,
  opening_balance numeric(18, 2),
  closing_balance numeric(18, 2),
  created_by      bigint,
  created_at      timestamptz not null,
  primary key (account_id, id),
  unique (account_id, guid),
  foreign key (account_id, bank_account_id) references bank_accounts (account_id, id),
  foreign key (account_id, created_by) references people (account_id, id)
);
create index bank_statements_by_account on bank_statements (account_id, bank_account_id, id);
create index bank_statements_by_person on bank_statements (account_id, created_by) where created_by is not null;

-- A transaction. It is the same one in every file by its day, its amount, its reference or text, and its place among equals.
create table bank_lines (
  account_id           bigint not null,
  id                   bigint generated always as identity,
  guid                 uuid not null,
  bank_account_id      bigint not null,
  statement_id         bigint not null,
  booked_on            date not null,
  value_on             date,
  amount               numeric(18, 2) not null,
  text                 text not null,
  reference            text not null,
  counterparty_name    text not null,
  counterparty_id      text not null,
  counterparty_account text not null,
  balance              numeric(18, 2),
  line_key             text not null,
  place                integer not null,
  state                text not null default 'open' check (state in ('open', 'booked', 'ignored')),
  -- Why it is ignored, or why it was unbooked.
  reason               text not null default '',
  -- It was unbooked once, so that it is never booked by itself again.
  was_unbooked         boolean not null default false,
  primary key (account_id, id),
  unique (account_id, guid),
  unique (account_id, bank_account_id, booked_on, amount, line_key, place),
  foreign key (account_id, bank_account_id) references bank_accounts (account_id, id),
  foreign key (account_id, statement_id) references bank_statements (account_id, id)
);
create index bank_lines_by_day on bank_lines (account_id, booked_on desc, id desc);
create index bank_lines_by_account on bank_lines (account_id, bank_account_id, booked_on desc, id desc);
create index bank_lines_open on bank_lines (account_id, bank_account_id, booked_on desc, id desc) where state = 'open';
create index bank_lines_by_statement on bank_lines (account_id, statement_id);
