-- The VAT returns that were handed in to the tax office. A row is there before the office is called, so that whatever happens then is
-- found out by asking it. lock_id: the lock of the period under which it is handed in.
create table vat_submissions (
  account_id    bigint not null references accounts (account_id),
  id            bigint generated always as identity,
  guid          uuid not null,
  from_date     date not null,
  to_date       date not null,
  kind          text not null check (kind in ('first', 'correction')),
  state         text not null check (state in ('sending', 'accepted', 'submitted')),
  lock_id       bigint not null,
  made_lock     boolean not null,
  begun_at      timestamptz not null,
  begun_by      bigint,
  sending_until timestamptz,
  boxes         jsonb,
  submitted_at  timestamptz,
  assessment    bigint not null default 0,
  to_pay        bigint not null default 0,
  due_on        date,
  ocr           text,
  claim_no      text,
  receipt       bytea,
  primary key (account_id, id)
);
create unique index vat_submissions_by_guid on vat_submissions (account_id, guid);
-- One for each time that the period was locked.
create unique index vat_submissions_by_lock on vat_submissions (account_id, lock_id);
create index vat_submissions_by_period on vat_submissions (account_id, to_date);

-- The password of the tax office, encrypted, and the kennitala whose it is.
create table tax_logins (
  account_id bigint primary key references accounts (account_id),
  kennitala  text not null,
  sealed_key text not null,
  changed_at timestamptz not null
);

create table sandbox_tax_returns (
  account_id bigint not null,
  year       text not null,
  code       text not null,
  entries    jsonb not null,
  submitted  integer not null,
  changed_at timestamptz not null default now(),
  primary key (account_id, year, code)
);

create table sandbox_tax_answers (
  account_id bigint not null,
  id         bigint generated always as identity,
  next       text not null check (next in ('refuse', 'hang', 'fail_after', 'duplicate')),
  message    text not null,
  primary key (account_id, id)
);
