-- Tasks and the time put into them. A log is billed once: by the invoice that invoice_id names.

create table tasks (
  account_id    bigint not null references accounts,
  id            bigint generated always as identity,
  guid          uuid not null,
  number        bigint not null,
  name          text not null,
  customer_id   bigint not null,
  item_id       bigint not null,
  status        text not null default 'open' check (status in ('open', 'closed', 'invoiced')),
  running_since timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (account_id, id),
  unique (account_id, guid),
  unique (account_id, number),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, item_id) references items (account_id, id),
  check (status = 'open' or running_since is null)
);
create index tasks_by_status on tasks (account_id, status, id);

-- Pictures of logs, each under a guid of its own, so that a new picture has a new address.
create table task_images (
  account_id   bigint not null references accounts,
  guid         uuid not null,
  content_type text not null,
  size         integer not null,
  sha256       bytea not null,
  bytes        bytea not null,
  primary key (account_id, guid)
);

-- The two clock times are minutes after midnight; they and the hours of a day are kept for later changes.
create table task_logs (
  account_id    bigint not null references accounts,
  id            bigint generated always as identity,
  guid          uuid not null,
  task_id       bigint not null,
  manual        boolean not null,
  advanced      boolean not null,
  quantity      numeric(14, 3) not null check (quantity > 0),
  hours_per_day numeric(14, 3),
  start_minute  integer,
  end_minute    integer,
  from_date     date not null,
  to_date       date not null,
  description   text not null,
  unit_price    numeric(18, 4),
  image         uuid,
  invoice_id    bigint,
  created_at    timestamptz not null,
  primary key (account_id, id),
  unique (account_id, guid),
  foreign key (account_id, task_id) references tasks (account_id, id),
  foreign key (account_id, image) references task_images (account_id, guid),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  check (from_date <= to_date),
  check (advanced = (hours_per_day is not null))
);
create index task_logs_by_task on task_logs (account_id, task_id, id);
create index task_logs_unbilled on task_logs (account_id, task_id) where invoice_id is null;
create unique index task_logs_by_image on task_logs (account_id, image) where image is not null;

-- A line that bills a task; on a draft it remembers which, until the draft is issued.
alter table invoice_lines
  add column task_guid uuid,
  add foreign key (account_id, task_guid) references tasks (account_id, guid);

create index customers_by_number on customers (account_id, customer_number, id desc) where customer_number <> '';
