-- A file with everything that an account has. It is stored in parts, so that neither writing nor sending it needs memory.
create table account_exports (
  account_id bigint not null references accounts (account_id),
  id         bigint generated always as identity,
  guid       uuid not null,
  state      text not null check (state in ('running', 'ready', 'failed')),
  -- The run of the job whose parts are the file.
  run        uuid,
  size       bigint,
  sha256     bytea,
  created_at timestamptz not null,
  created_by bigint,
  ended_at   timestamptz,
  primary key (account_id, id),
  unique (account_id, guid),
  foreign key (account_id, created_by) references people (account_id, id)
);
create unique index account_exports_running on account_exports (account_id) where state = 'running';
create index account_exports_by_person on account_exports (account_id, created_by) where created_by is not null;

create table account_export_parts (
  account_id bigint not null,
  export_id  bigint not null,
  run        uuid not null,
  position   integer not null,
  bytes      bytea not null,
  primary key (account_id, export_id, run, position),
  foreign key (account_id, export_id) references account_exports (account_id, id) on delete cascade
);
