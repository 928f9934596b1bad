-- Every table that holds an account's books leads its keys and indexes with account_id, so no read can
-- cross accounts by mistake. See docs/adr/0021-cells-beyond-one-primary.md for what that means beyond one server.

create table accounts (
  account_id      bigint generated always as identity primary key,
  guid            uuid not null unique,
  username        text not null,
  name            text not null,
  registration_no text not null,
  vat_no          text not null default '',
  email           text not null default '',
  address         text not null default '',
  zip             text not null default '',
  city            text not null default '',
  bank_account    text not null default '',
  subscriptions   text[] not null,
  settings        jsonb not null default '{}',
  disabled        boolean not null default false,
  api_key_digest  bytea not null,
  password_hash   text not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create unique index accounts_username on accounts (lower(username));

-- Nodes remember accounts for a while; this tells them to look again.
create function announce_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('kvitt_accounts', new.account_id::text);
  return null;
end $$;
create trigger accounts_changed after update on accounts
  for each row execute function announce_account();

-- Counters hand out gap-free numbers: the row is locked by the transaction that uses the number.
create table counters (
  account_id bigint not null references accounts,
  series     text not null,
  last       bigint not null,
  primary key (account_id, series)
) with (fillfactor = 50);

create table customers (
  account_id         bigint not null references accounts,
  id                 bigint generated always as identity,
  guid               uuid not null,
  customer_number    text not null default '',
  name               text not null,
  output_select      smallint not null check (output_select in (2, 3, 4)),
  address            text not null default '',
  zip                text not null default '',
  city               text not null default '',
  registration_no    text not null default '',
  email              text not null default '',
  term               text not null default '',
  photo              text not null default '',
  due_days           integer not null,
  settlement_days    integer not null,
  trading_partner_id text not null default '',
  phone_number       text not null default '',
  vat                text not null default '',
  lang               text not null,
  currency           text not null,
  tax_exempt         boolean not null default false,
  is_claim           boolean not null default false,
  is_discount        boolean not null default false,
  active             boolean not null default true,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, guid)
);
create index customers_by_kennitala on customers (account_id, registration_no, id desc);

create table items (
  account_id   bigint not null references accounts,
  id           bigint generated always as identity,
  guid         uuid not null,
  item_number  text not null,
  description  text not null,
  uom          text not null,
  tax          text not null check (tax in ('S', 'AA', 'Z')),
  unit_price   numeric(18, 4) not null,
  product_cost numeric(18, 4) not null default 0,
  category     text not null default '',
  active       boolean not null default true,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, guid),
  unique (account_id, item_number)
);

-- The keys to customers and invoices below imply the one to accounts, which is left out: each key is looked up
-- whenever an invoice is made.
create table invoices (
  account_id          bigint not null,
  id                  bigint generated always as identity,
  guid                uuid not null,
  kind                text not null check (kind in ('invoice', 'credit')),
  status              text not null check (status in ('Draft', 'Sent', 'Cancelled', 'Paid', 'Collection')),
  number              bigint,
  refer_id            bigint,
  customer_id         bigint not null,
  seller              jsonb not null,
  buyer               jsonb not null,
  currency            text not null,
  exchange_rate       numeric(18, 6) not null,
  issue_date          date not null,
  due_date            date not null,
  settlement_date     date not null,
  delivery_date       date,
  description         text not null default '',
  booking             text not null default '',
  cost_provide        text not null default '',
  terms               text not null default '',
  trading_partner_id  text not null default '',
  amount              numeric(18, 2) not null check (amount >= 0),
  net_24              numeric(18, 2) not null,
  net_11              numeric(18, 2) not null,
  net_0               numeric(18, 2) not null,
  vat_24              numeric(18, 2) not null,
  vat_11              numeric(18, 2) not null,
  discount_total      numeric(18, 2) not null,
  tax_exempt          boolean not null,
  is_discount         boolean not null default false,
  discount_is_percent boolean not null default false,
  discount_value      numeric(24, 10) not null default 0,
  payment_fee         numeric(18, 2) not null default 0,
  is_claim            boolean not null default false,
  is_payment_link     boolean not null default false,
  method_payment      smallint,
  paid_on             date,
  credited_amount     numeric(18, 2) not null default 0,
  credited            boolean not null default false,
  accounting_status   text not null default '' check (accounting_status in ('', 'Created', 'Posted', 'Skipped', 'Error')),
  accounting_message  text not null default '',
  xml_status          text not null default '',
  claim_id            text not null default '',
  claim_status        text not null default '' check (claim_status in ('', 'sent', 'paid', 'cancel')),
  claim_error         text not null default '',
  capital_gains_tax           numeric(18, 2) not null default 0,
  other_default_costs_amount  numeric(18, 2) not null default 0,
  default_charge_amount       numeric(18, 2) not null default 0,
  default_interest_amount     numeric(18, 2) not null default 0,
  bank_transaction_amount     numeric(18, 2) not null default 0,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, guid),
  unique (account_id, number),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, refer_id) references invoices (account_id, id),
  check ((status = 'Draft') = (number is null)),
  check (issue_date <= due_date and due_date <= settlement_date)
);
create index invoices_by_issue on invoices (account_id, issue_date desc, id desc);
create index invoices_by_creation on invoices (account_id, created_at desc, id desc);
create index invoices_by_accounting on invoices (account_id, accounting_status, issue_date desc, id desc);
create index invoices_by_original on invoices (account_id, refer_id) where refer_id is not null;
create index invoices_with_claim on invoices (account_id, id) where claim_status = 'sent';
create index invoices_by_claim on invoices (account_id, claim_id) where claim_id <> '';

create table invoice_lines (
  account_id          bigint not null,
  invoice_id          bigint not null,
  position            integer not null,
  guid                uuid not null,
  item_guid           uuid not null,
  item_number         text not null,
  description         text not null,
  category            text not null default '',
  qty                 numeric(14, 3) not null check (qty > 0),
  uom                 text not null,
  tax                 text not null check (tax in ('S', 'AA', 'Z')),
  unit_price          numeric(18, 4) not null,
  product_cost        numeric(18, 4) not null default 0,
  discount            numeric(24, 10) not null default 0,
  discount_is_percent boolean not null default false,
  net                 numeric(18, 2) not null,
  vat                 numeric(18, 2) not null,
  discount_total      numeric(18, 2) not null,
  credited_qty        numeric(14, 3) not null default 0 check (credited_qty <= qty),
  primary key (account_id, invoice_id, position),
  unique (account_id, guid),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);

-- Uploaded files. The bytes live in the database, so every node sees them and one backup holds everything.
create table files (
  account_id   bigint not null references accounts,
  guid         uuid not null,
  name         text not null,
  content_type text not null,
  size         integer not null,
  sha256       bytea not null,
  bytes        bytea not null,
  invoice_id   bigint,
  created_at   timestamptz not null default now(),
  primary key (account_id, guid),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
create index files_by_invoice on files (account_id, invoice_id) where invoice_id is not null;

-- ISK for one unit of a foreign currency on a day; kept by the operator for all accounts.
create table exchange_rates (
  currency text not null,
  date     date not null,
  rate     numeric(18, 6) not null check (rate > 0),
  primary key (currency, date)
);

-- Who did what. account_id 0 stands for the operator's own doings. Rows are never changed or removed.
create table audit_log (
  account_id bigint not null,
  id         bigint generated always as identity,
  at         timestamptz not null default now(),
  via        text not null,
  agent_id   text,
  action     text not null,
  target     text,
  outcome    text not null,
  ip         text not null,
  request_id text not null,
  primary key (account_id, id)
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log only grows';
end $$;
create trigger audit_log_only_grows before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Answers to writes that carried an Idempotency-Key, kept for a day.
create table idempotency_keys (
  account_id bigint not null,
  key        text not null,
  digest     bytea not null,
  answer     jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Work that follows a change. A row goes when its work is done; a row with dead_at waits for a person.
create table jobs (
  account_id   bigint not null,
  id           bigint generated always as identity,
  kind         text not null,
  payload      jsonb not null,
  run_at       timestamptz not null,
  attempts     integer not null default 0,
  locked_until timestamptz,
  last_error   text not null default '',
  dead_at      timestamptz,
  created_at   timestamptz not null default now(),
  primary key (account_id, id)
);
create index jobs_due on jobs (run_at) where dead_at is null;

-- When each recurring chore runs next, so that of many nodes one does it.
create table chores (
  name   text primary key,
  due_at timestamptz not null
);

-- The embedded bank's ledger: what a real bank would remember of the claims it was given.
create table sandbox_claims (
  account_id  bigint not null references accounts,
  claim_id    text not null,
  invoice_guid uuid not null,
  payload     jsonb not null,
  status      text not null check (status in ('unpaid', 'paid', 'cancelled')),
  payment     jsonb,
  created_at  timestamptz not null default now(),
  primary key (account_id, claim_id),
  unique (account_id, invoice_guid)
);
