-- How each person wants to hear of what waits: for each kind `now`, `daily` or `none`. A kind that is missing has its default.
create table notification_choices (
  account_id bigint not null,
  person_id  bigint not null,
  choices    jsonb not null,
  primary key (account_id, person_id),
  foreign key (account_id, person_id) references people (account_id, id)
);

-- What a person is to be told of, once. A row is deleted when the matter is settled, so that it is told of again if it returns.
create table notifications (
  account_id bigint not null,
  id         bigint generated always as identity,
  person_id  bigint not null,
  what       text not null,
  guid       uuid not null,
  mode       text not null check (mode in ('now', 'daily')),
  created_at timestamptz not null,
  sent_at    timestamptz,
  primary key (account_id, id),
  unique (account_id, person_id, what, guid),
  foreign key (account_id, person_id) references people (account_id, id)
);
create index notifications_unsent on notifications (account_id, person_id) where sent_at is null;

-- How far the events of an account were looked at: an account in which nothing happened is not looked at again.
create table notification_cursors (
  account_id bigint primary key references accounts,
  position   bigint not null
);

-- Statements that were mailed to customers, and what became of each mail.
create table statement_mails (
  account_id  bigint not null,
  guid        uuid not null,
  customer_id bigint not null,
  person_id   bigint,
  recipient   text not null,
  from_date   date not null,
  to_date     date not null,
  currency    text not null,
  state       text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  reason      text not null default '',
  created_at  timestamptz not null,
  ended_at    timestamptz,
  primary key (account_id, guid),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, person_id) references people (account_id, id)
);
create index statement_mails_by_customer on statement_mails (account_id, customer_id, created_at desc);
create index statement_mails_person on statement_mails (account_id, person_id);
create index notifications_person on notifications (account_id, person_id);
