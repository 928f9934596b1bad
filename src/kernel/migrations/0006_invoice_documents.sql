-- Invoices as they were printed. A rendition is made once for each state that shows on paper and never changes, so
-- that what was sent can be shown again byte for byte.
create table invoice_renditions (
  account_id bigint not null references accounts,
  invoice_id bigint not null,
  kind       text not null check (kind in ('issued', 'paid', 'credited')),
  file_name  text not null,
  sha256     bytea not null,
  bytes      bytea not null,
  created_at timestamptz not null,
  primary key (account_id, invoice_id, kind),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
