-- What becomes of orders that nobody pays.

-- Within how many days an order must be paid; null: it waits for as long as the seller lets it.
alter table product_sales add column hold_days smallint check (hold_days between 1 and 60);

-- `pay_by` is the last day for paying an order that lapses by itself; it is forgotten once the order is settled.
-- `took_stock` tells whether what was bought came off a count, so that only that is put back.
alter table sale_orders
  add column pay_by      date,
  add column took_stock  boolean not null default true,
  add column released_at timestamptz;
create index sale_orders_held on sale_orders (account_id, pay_by) where pay_by is not null;
