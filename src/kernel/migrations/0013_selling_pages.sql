-- What the public page of a sale shows and asks, and which tickets were used at the door.

create table sale_images (
  account_id   bigint not null references accounts,
  guid         uuid not null,
  content_type text not null,
  size         integer not null,
  sha256       bytea not null,
  bytes        bytea not null,
  primary key (account_id, guid)
);
alter table sale_images alter column bytes set storage external;

-- The time of an event is in minutes after midnight. `requires` names what else buyers must tell.
alter table product_sales
  add column event_date   date,
  add column event_minute smallint check (event_minute between 0 and 1439),
  add column event_place  text not null default '',
  add column requires     text[] not null default '{}',
  add column image        uuid,
  add foreign key (account_id, image) references sale_images (account_id, guid);
create unique index product_sales_by_image on product_sales (account_id, image) where image is not null;

-- Which seats of the order have come. Where `attended` names none of them, all have.
alter table sale_orders
  add column seats_in integer[] not null default '{}';
