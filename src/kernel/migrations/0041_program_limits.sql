-- What a program may do without asking a person. Grants from before keep what they could do.
alter table grants
  add column mode                  text not null default 'act' check (mode in ('act', 'propose', 'read')),
  add column max_amount            numeric(14, 2) check (max_amount >= 0),
  add column max_amount_per_day    numeric(14, 2) check (max_amount_per_day >= 0),
  add column max_documents_per_day integer check (max_documents_per_day >= 0),
  add column new_recipients        text not null default 'act' check (new_recipients in ('act', 'propose')),
  add column frozen_at             timestamptz;

drop trigger grants_changed on grants;
create trigger grants_changed
  after update of scopes, revoked_at, mode, max_amount, max_amount_per_day, max_documents_per_day, new_recipients, frozen_at
  on grants for each row execute function announce_account();

-- What a program has issued and set up on a day, UTC, in ISK. The row is locked while a write is counted.
create table program_uses (
  account_id bigint not null references accounts,
  client_id  text not null,
  day        date not null,
  amount     numeric not null default 0,
  documents  integer not null default 0,
  primary key (account_id, client_id, day)
);

-- Who has received a document that a person made or approved, and where: by kennitala, or by customer where there is none.
-- The address '' stands for the receiver, wherever it was sent.
create table known_recipients (
  account_id bigint not null references accounts,
  receiver   text not null,
  address    text not null,
  known_at   timestamptz not null,
  primary key (account_id, receiver, address)
);
insert into known_recipients (account_id, receiver, address, known_at)
  select account_id, receiver, address, max(known_at) from (
    select i.account_id, i.created_at as known_at,
      case when i.buyer ->> 'registration_no' <> '' then i.buyer ->> 'registration_no'
        else 'customer:' || (i.buyer ->> 'guid') end as receiver,
      case i.buyer ->> 'output_select' when '3' then 'email:' || lower(i.buyer ->> 'email')
        when '2' then 'einvoice:' || lower(coalesce(nullif(i.trading_partner_id, ''), i.buyer ->> 'registration_no'))
        else '' end as sent_to
    from invoices i where i.created_by is not null and i.status <> 'Draft') made
  cross join lateral (select distinct address from (values (''), (made.sent_to)) both_ways (address)) addresses
  where receiver is not null and address is not null
  group by account_id, receiver, address;
