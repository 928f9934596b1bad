-- no-transaction
-- The balance of an invoice is rounded by its currency, which the index now holds too, so that the sums are still read
-- from it alone. The old index serves until the new one is complete.
drop index concurrently if exists invoices_unsettled_sums;
create index concurrently invoices_unsettled_sums on invoices (account_id, due_date, id)
  include (kind, status, amount, credited_amount, exchange_rate, customer_id, currency)
  where status in ('Draft', 'Sent', 'Collection');
drop index concurrently if exists invoices_unsettled;
