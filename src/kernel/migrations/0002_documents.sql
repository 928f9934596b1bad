-- Documents that become invoices: orders, drafts and quotes, and the templates of recurring invoices. They
-- have one shape; what differs is when and how often they are invoiced.

create table documents (
  account_id          bigint not null references accounts,
  id                  bigint generated always as identity,
  guid                uuid not null,
  kind                text not null check (kind in ('order', 'draft', 'quote', 'recurring')),
  status              text not null default 'open' check (status in ('open', 'invoiced')),
  number              bigint,
  customer_id         bigint not null,
  buyer               jsonb not null,
  tax_exempt          boolean not null,
  currency            text not null,
  exchange_rate       numeric(18, 6),
  due_days            integer,
  due_date            date,
  settlement_days     integer,
  settlement_date     date,
  delivery_date       date,
  description         text not null,
  booking             text not null,
  cost_provide        text not null,
  terms               text not null,
  trading_partner_id  text not null,
  amount              numeric(18, 2) not null,
  is_discount         boolean not null,
  discount_is_percent boolean not null,
  discount_value      numeric(24, 10) not null,
  payment_fee         numeric(18, 2) not null,
  is_claim            boolean not null,
  is_payment_link     boolean not null,
  mark_paid           boolean not null,
  method_payment      smallint,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  primary key (account_id, id),
  unique (account_id, guid),
  foreign key (account_id, customer_id) references customers (account_id, id),
  check ((due_days is null) <> (due_date is null)),
  check ((settlement_days is null) <> (settlement_date is null))
);
create index documents_by_kind on documents (account_id, kind, id);

create table document_lines (
  account_id          bigint not null references accounts,
  document_id         bigint not null,
  position            integer not null,
  guid                uuid not null,
  item_guid           uuid not null,
  item_number         text not null,
  description         text not null,
  category            text not null,
  qty                 numeric(14, 3) not null check (qty > 0),
  uom                 text not null,
  tax                 text not null check (tax in ('S', 'AA', 'Z')),
  unit_price          numeric(18, 4) not null,
  product_cost        numeric(18, 4) not null,
  discount            numeric(24, 10) not null,
  discount_is_percent boolean not null,
  invoiced_qty        numeric(14, 3) not null default 0 check (invoiced_qty <= qty),
  primary key (account_id, document_id, position),
  unique (account_id, guid),
  foreign key (account_id, document_id) references documents (account_id, id) on delete cascade
);

-- When a template makes its invoices. next_index counts occurrences from the start; next_date is its day.
create table recurring_schedules (
  account_id    bigint not null references accounts,
  document_id   bigint not null,
  name          text not null,
  interval      text not null check (interval in ('weekly', 'monthly', 'quarterly', 'yearly')),
  start_date    date not null,
  max_invoices  integer,
  link_national boolean not null,
  state         text not null check (state in ('active', 'paused', 'stopped', 'finished')),
  reason        text not null default '',
  next_index    integer not null default 0,
  next_date     date not null,
  primary key (account_id, document_id),
  foreign key (account_id, document_id) references documents (account_id, id) on delete cascade
);
create index recurring_schedules_due on recurring_schedules (account_id, next_date) where state = 'active';

alter table invoices
  add column document_id bigint,
  add column occurrence integer,
  add column order_reference text not null default '',
  add foreign key (account_id, document_id) references documents (account_id, id);
create index invoices_by_document on invoices (account_id, document_id, id) where document_id is not null;
-- One invoice per occurrence of a template, whatever runs twice.
create unique index invoices_once_per_occurrence on invoices (account_id, document_id, occurrence)
  where occurrence is not null;
