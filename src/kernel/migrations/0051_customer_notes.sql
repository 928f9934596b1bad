-- What people write about a customer, and whom they talk to there. Neither is printed or sent.
create table customer_notes (
  account_id   bigint not null,
  guid         uuid not null,
  customer_id  bigint not null,
  person_id    bigint,
  text         text not null,
  created_at   timestamptz not null,
  primary key (account_id, guid),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
create index customer_notes_by_customer on customer_notes (account_id, customer_id, created_at);

create table customer_contacts (
  account_id   bigint not null,
  guid         uuid not null,
  customer_id  bigint not null,
  name         text not null,
  role         text not null,
  email        text not null,
  phone_number text not null,
  created_at   timestamptz not null,
  primary key (account_id, guid),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
create index customer_contacts_by_customer on customer_contacts (account_id, customer_id, created_at);
