-- What the receiver of an e-invoice has answered its sender over the network. Answers stay, also where the cost was deleted.
create table einvoice_answers (
  account_id    bigint not null references accounts (account_id),
  id            bigint generated always as identity,
  guid          uuid not null,
  cost_guid     uuid not null,
  answer        text not null check (answer in ('accepted', 'rejected', 'in_query')),
  reason        text not null,
  -- The document as its sender wrote it, and where its sender is reached.
  number        text not null,
  issue_date    date,
  type_code     text not null,
  receiver      text not null,
  receiver_name text not null,
  state         text not null check (state in ('queued', 'sent', 'refused')),
  -- Why the network has refused it.
  problem       text not null default '',
  -- Null: the key of the account.
  answered_by   bigint,
  answered_at   timestamptz not null,
  primary key (account_id, id),
  unique (account_id, guid)
);
create index einvoice_answers_by_cost on einvoice_answers (account_id, cost_guid, id);
