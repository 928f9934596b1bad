-- no-transaction
-- The sums over what is owed need what was paid and written off, so that they are still read from the index alone. The old
-- indexes serve until the new ones are complete.
drop index concurrently if exists invoices_owed_sums;
create index concurrently invoices_owed_sums on invoices (account_id, due_date, id)
  include (kind, status, amount, credited_amount, paid_amount, written_off_on, exchange_rate, customer_id, currency)
  where status in ('Draft', 'Sent', 'Collection');
drop index concurrently if exists invoices_unsettled_sums;
drop index concurrently if exists invoices_by_day_of_issue;
create index concurrently invoices_by_day_of_issue on invoices (account_id, issue_date desc, id desc)
  include (kind, status, currency, due_date, amount, credited_amount, paid_amount, written_off_on, exchange_rate);
drop index concurrently if exists invoices_by_issue_day;
-- Credit notes of which something is still to be paid back.
drop index concurrently if exists invoices_to_refund;
create index concurrently invoices_to_refund on invoices (account_id, customer_id, issue_date, id)
  where kind = 'credit' and refund_amount > paid_amount;
