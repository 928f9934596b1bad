-- no-transaction
-- The columns that the next migration fills. Adding a column locks the table against readers until the transaction ends, so it is done
-- by itself, in a moment, and they go on reading while payments are made of what was paid.
-- paid_amount: of an invoice what payments have settled; of a credit note what was paid back or applied of it.
-- refund_amount: how much of a credit note is owed to the customer, because it credits what was paid already.
alter table invoices
  add column if not exists paid_amount numeric(18, 2) not null default 0 check (paid_amount >= 0),
  add column if not exists refund_amount numeric(18, 2) not null default 0 check (refund_amount >= 0),
  add column if not exists written_off_on date,
  add column if not exists written_off_amount numeric(18, 2) not null default 0,
  add column if not exists write_off_reason text not null default '';
