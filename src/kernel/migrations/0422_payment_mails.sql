-- Receipts that are mailed without an invoice, because their payment settles none.
create table payment_mails (
  account_id bigint not null,
  guid       uuid not null,
  payment_id bigint not null,
  person_id  bigint,
  recipient  text not null,
  state      text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  reason     text not null default '',
  created_at timestamptz not null,
  ended_at   timestamptz,
  primary key (account_id, guid),
  foreign key (account_id, payment_id) references payments (account_id, id),
  foreign key (account_id, person_id) references people (account_id, id)
);
create index payment_mails_by_payment on payment_mails (account_id, payment_id, created_at desc);
create index payment_mails_person on payment_mails (account_id, person_id);
