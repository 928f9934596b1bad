-- Files whose rows became records. The columns of the last file of a kind are proposed for the next one.
create table record_imports (
  account_id   bigint not null references accounts (account_id),
  id           bigint generated always as identity,
  guid         uuid not null,
  kind         text not null check (kind in ('customers', 'items', 'costs')),
  file_name    text not null,
  sha256       bytea not null,
  mapping      jsonb not null,
  rows_total   integer not null,
  rows_new     integer not null,
  rows_changed integer not null,
  created_by   bigint,
  created_at   timestamptz not null,
  primary key (account_id, id),
  unique (account_id, guid),
  foreign key (account_id, created_by) references people (account_id, id)
);
create index record_imports_by_person on record_imports (account_id, created_by) where created_by is not null;
