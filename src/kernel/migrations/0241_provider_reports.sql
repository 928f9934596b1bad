-- What the card provider reports after a payment: refunds and disputes, each once by its key.
create table provider_reports (
  account_id   bigint not null references accounts (account_id),
  key          text not null,
  payment_guid uuid not null,
  -- Whether it changed the books: one that could not is shown on its invoice.
  is_booked    boolean not null,
  reported_at  timestamptz not null,
  primary key (account_id, key)
);
