-- The journal goes to the program in which the books are kept: its chart of accounts, the layouts of its files, the files
-- that were made, and what they had of each document.
create table journal_accounts (
  account_id bigint not null references accounts (account_id),
  -- What is posted to it. Those that have no row have the account of the default chart.
  key        text not null,
  account    text not null,
  name       text not null,
  primary key (account_id, key)
);

create table journal_layouts (
  account_id bigint not null references accounts (account_id),
  id         bigint generated always as identity,
  guid       uuid not null,
  name       text not null,
  layout     jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, guid)
);
create unique index journal_layouts_by_name on journal_layouts (account_id, lower(name));

create table journal_exports (
  account_id bigint not null references accounts (account_id),
  id         bigint generated always as identity,
  guid       uuid not null,
  created_at timestamptz not null,
  created_by bigint,
  -- What was asked for, and the figures of the file, as they were answered.
  facts      jsonb not null,
  file       bytea not null,
  primary key (account_id, id),
  unique (account_id, guid),
  foreign key (account_id, created_by) references people (account_id, id)
);
create index journal_exports_by_person on journal_exports (account_id, created_by) where created_by is not null;

-- Each entry as a file last had it, by the document that it is of.
create table journal_entries (
  account_id  bigint not null,
  kind        text not null check (kind in ('invoice', 'credit_note', 'payment', 'reversal', 'write_off', 'cost')),
  document_id bigint not null,
  date        date not null,
  entry       jsonb not null,
  export_id   bigint not null,
  primary key (account_id, kind, document_id),
  foreign key (account_id, export_id) references journal_exports (account_id, id)
);
create index journal_entries_by_export on journal_entries (account_id, export_id);

create index payments_by_reversal on payments (account_id, reversed_on, id) where reversed_on is not null;
