-- What a line of a bank was booked as. A booking that was taken back stays, with the reason.
create table bank_bookings (
  account_id     bigint not null,
  id             bigint generated always as identity,
  guid           uuid not null,
  line_id        bigint not null,
  is_automatic   boolean not null,
  booked_at      timestamptz not null,
  booked_by      bigint,
  unbooked_at    timestamptz,
  unbook_reason  text not null default '',
  primary key (account_id, id),
  unique (account_id, guid),
  foreign key (account_id, line_id) references bank_lines (account_id, id),
  foreign key (account_id, booked_by) references people (account_id, id)
);
create unique index bank_bookings_by_line on bank_bookings (account_id, line_id) where unbooked_at is null;
create index bank_bookings_of_line on bank_bookings (account_id, line_id);
create index bank_bookings_by_person on bank_bookings (account_id, booked_by) where booked_by is not null;

create table bank_actions (
  account_id   bigint not null,
  id           bigint generated always as identity,
  booking_id   bigint not null,
  type         text not null check (type in ('payment', 'cost', 'fee', 'transfer', 'other', 'settled')),
  amount       numeric(18, 2) not null,
  -- The payment that it recorded, or that it is tied to.
  payment_guid uuid,
  cost_guid    uuid,
  -- The action as it was done, as answers show it.
  done         jsonb not null,
  is_active    boolean not null default true,
  primary key (account_id, id),
  foreign key (account_id, booking_id) references bank_bookings (account_id, id)
);
create index bank_actions_by_booking on bank_actions (account_id, booking_id);
-- A payment belongs to one line.
create unique index bank_actions_by_payment on bank_actions (account_id, payment_guid) where is_active;
create index bank_actions_by_cost on bank_actions (account_id, cost_guid) where is_active;

-- What lines of a payer or with a text were booked as, for the next ones.
create table bank_memory (
  account_id    bigint not null references accounts (account_id),
  memory_key    text not null,
  customer_guid uuid,
  code          text,
  note          text not null default '',
  updated_at    timestamptz not null,
  primary key (account_id, memory_key)
);
