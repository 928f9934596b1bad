-- Writes of programs that wait for a person. `input` is the body as it was sent, with files in base64; `preview` is what the
-- write would have done when it was proposed. `answer` is the row of the write, once it is done, and `refusal` says why an
-- approval failed.
create table proposals (
  account_id      bigint not null references accounts,
  guid            uuid not null,
  client_id       text not null,
  operation       text not null,
  operation_key   text not null,
  input           text not null,
  has_file        boolean not null,
  preview         jsonb not null,
  reasons         text[] not null,
  target          text,
  ip              text not null,
  request_id      text not null,
  idempotency_key text,
  digest          bytea,
  state           text not null default 'waiting'
    check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'expired')),
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  ended_at        timestamptz,
  decided_by      bigint,
  reason          text not null default '',
  refusal         jsonb,
  answer          jsonb,
  primary key (account_id, guid),
  foreign key (account_id, decided_by) references people (account_id, id),
  check ((state = 'waiting') = (ended_at is null)),
  check ((state = 'approved') = (answer is not null))
);
create index proposals_waiting on proposals (account_id, client_id) where state = 'waiting';
create index proposals_by_age on proposals (account_id, created_at desc, guid);
create index proposals_by_person on proposals (account_id, decided_by) where decided_by is not null;
create index proposals_by_expiry on proposals (expires_at) where state = 'waiting';
create unique index proposals_by_key on proposals (account_id, idempotency_key) where idempotency_key is not null;
