-- Selling pages, and what was sold at them.

-- The name is the description of the item. The price includes VAT and is the sale's own, as is the VAT code: what
-- was asked at the page does not change because somebody edits the catalogue.
create table product_sales (
  account_id        bigint not null references accounts,
  id                bigint generated always as identity,
  guid              uuid not null,
  type              text not null check (type in ('STAND', 'SUB', 'DONA', 'EVENT')),
  item_id           bigint not null,
  is_open           boolean not null,
  description       text not null,
  terms             text not null,
  amount            numeric(18, 2) not null check (amount >= 0),
  tax               text not null check (tax in ('S', 'AA', 'Z')),
  inventory_control boolean not null,
  inventory_count   integer not null,
  fields            jsonb not null,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (account_id, id),
  unique (account_id, guid),
  foreign key (account_id, item_id) references items (account_id, id),
  -- Whoever buys takes from the count, so this is what keeps a sale from selling more than it has.
  constraint product_sales_stock check (inventory_count >= 0)
);

-- One row for each purchase, with what the buyer told; those of events are the attendees.
create table sale_orders (
  account_id   bigint not null references accounts,
  id           bigint generated always as identity,
  sale_id      bigint not null,
  invoice_id   bigint not null,
  qty          integer not null check (qty > 0),
  name         text not null,
  email        text not null,
  phone_number text not null,
  kennitala    text not null,
  address      text not null,
  zip          text not null,
  city         text not null,
  message      text not null,
  fields       jsonb not null,
  attended     boolean not null default false,
  created_at   timestamptz not null,
  primary key (account_id, id),
  unique (account_id, invoice_id),
  foreign key (account_id, sale_id) references product_sales (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
create index sale_orders_by_sale on sale_orders (account_id, sale_id, id);
