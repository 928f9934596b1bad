-- Imports from accounts of other services with the same API. The key of the other account is only in the payload of the job.
create table account_imports (
  account_id      bigint not null references accounts (account_id),
  id              bigint generated always as identity,
  guid            uuid not null,
  state           text not null check (state in ('running', 'done', 'stopped', 'failed')),
  from_url        text not null,
  from_username   text not null,
  -- The company there, as it says itself.
  name            text not null default '',
  registration_no text not null default '',
  -- What is fetched next.
  part            text not null check (part in ('account', 'customers', 'items', 'invoices', 'credits', 'costs')),
  page            integer not null,
  -- The first record of the page before: a service that gives it again does not know pages.
  page_start      uuid,
  parts           jsonb not null,
  remarks         jsonb not null,
  problem         text not null default '',
  created_by      bigint,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  primary key (account_id, id),
  unique (account_id, guid),
  foreign key (account_id, created_by) references people (account_id, id)
);
create unique index account_imports_running on account_imports (account_id) where state = 'running';
create index account_imports_by_person on account_imports (account_id, created_by) where created_by is not null;

-- Which record here is which one there, so that a repeated import brings only what is new.
create table account_import_records (
  account_id  bigint not null references accounts (account_id),
  part        text not null check (part in ('account', 'customers', 'items', 'invoices', 'credits', 'costs')),
  source_guid uuid not null,
  record_guid uuid not null,
  imported_at timestamptz not null,
  primary key (account_id, part, source_guid)
);
create index account_import_records_here on account_import_records (account_id, part, record_guid);
