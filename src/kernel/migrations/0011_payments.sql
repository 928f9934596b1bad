-- Payments by the link of an invoice.

-- What a person should know of a payment that was not exactly what was owed.
alter table invoices add column payment_message text not null default '';

-- Where payers were sent. `pending`: they have paid, and the money is on its way.
create table checkouts (
  account_id  bigint not null,
  invoice_id  bigint not null,
  id          bigint generated always as identity,
  checkout_id text not null,
  url         text not null,
  amount      numeric(18, 2) not null,
  currency    text not null,
  status      text not null default 'open' check (status in ('open', 'pending', 'paid', 'closed')),
  expires_at  timestamptz not null,
  created_at  timestamptz not null,
  primary key (account_id, id),
  unique (account_id, checkout_id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
create index checkouts_by_invoice on checkouts (account_id, invoice_id);
-- An invoice can be paid at one place at a time, however often the button is pressed.
create unique index checkouts_under_way on checkouts (account_id, invoice_id) where status in ('open', 'pending');

-- What was paid. A checkout is paid once, whatever the provider tells how often.
create table payments (
  account_id  bigint not null,
  checkout_id text not null,
  invoice_id  bigint not null,
  amount      numeric(18, 2) not null,
  currency    text not null,
  paid_at     timestamptz not null,
  note        text not null,
  created_at  timestamptz not null,
  primary key (account_id, checkout_id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
create index payments_by_invoice on payments (account_id, invoice_id);

-- What the embedded test provider remembers of its checkouts.
create table sandbox_checkouts (
  account_id      bigint not null references accounts,
  checkout_id     text not null,
  idempotency_key text not null,
  payload         jsonb not null,
  status          text not null check (status in ('open', 'paid', 'refused')),
  created_at      timestamptz not null default now(),
  primary key (account_id, checkout_id),
  unique (account_id, idempotency_key)
);
