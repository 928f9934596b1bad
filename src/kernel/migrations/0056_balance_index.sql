-- The balance of an invoice is rounded by its currency, which the index now holds too, so that the sums are still read
-- from it alone.
drop index invoices_unsettled;
create index invoices_unsettled on invoices (account_id, due_date, id)
  include (kind, status, amount, credited_amount, exchange_rate, customer_id, currency)
  where status in ('Draft', 'Sent', 'Collection');
