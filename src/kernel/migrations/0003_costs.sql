-- Costs: receipts and the invoices of suppliers, on their way to bookkeeping. What is not known yet is null or empty.
-- show_api is false while a cost is being read. listed_on is the issue date or, until that is known, the day that the
-- cost came in: lists are kept in its order.
create table costs (
  account_id         bigint not null references accounts,
  id                 bigint generated always as identity,
  guid               uuid not null,
  accounting_status  text not null check (accounting_status in ('New', 'Created', 'Posted', 'Skipped', 'Error')),
  accounting_message text not null default '',
  show_api           boolean not null,
  auto_approve       boolean not null,
  description        text not null,
  supplier_name      text not null,
  supplier_id        text not null,
  issue_date         date,
  listed_on          date not null,
  amount             numeric(18, 2) check (amount > 0),
  currency           text not null,
  vat_11             numeric(18, 2) not null check (vat_11 >= 0),
  vat_24             numeric(18, 2) not null check (vat_24 >= 0),
  cost_code          text not null,
  how_paid           smallint check (how_paid between 1 and 4),
  credit_note        boolean not null,
  invoice_number     text not null,
  project_name       text not null,
  reading            jsonb,
  xml                text,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  primary key (account_id, id),
  unique (account_id, guid),
  check (accounting_status = 'New' or (show_api and amount is not null and issue_date is not null))
);
create index costs_by_issue on costs (account_id, listed_on desc, id desc) where show_api;
create index costs_by_creation on costs (account_id, created_at desc, id desc) where show_api;
create index costs_by_accounting on costs (account_id, accounting_status, listed_on desc, id desc) where show_api;
create index costs_by_supplier on costs (account_id, supplier_id, listed_on desc, id desc) where show_api;

-- The attachment of a cost and, until it has been read, the upload that it was made of.
create table cost_files (
  account_id   bigint not null,
  cost_id      bigint not null,
  role         text not null check (role in ('file', 'original')),
  name         text not null,
  extension    text not null,
  content_type text not null,
  bytes        bytea not null,
  primary key (account_id, cost_id, role),
  foreign key (account_id, cost_id) references costs (account_id, id) on delete cascade
);
-- Pictures and PDFs are compressed already.
alter table cost_files alter column bytes set storage external;
