-- no-transaction
-- Imported invoices have numbers of their own, which may be those of invoices that were issued here.
drop index concurrently if exists invoices_own_numbers;
create unique index concurrently invoices_own_numbers on invoices (account_id, number) where not is_imported;
drop index concurrently if exists invoices_imported_numbers;
create unique index concurrently invoices_imported_numbers on invoices (account_id, number) where is_imported;
-- The sums over what was issued leave imported invoices out, and are still read from the index alone.
drop index concurrently if exists invoices_by_day_of_sale;
create index concurrently invoices_by_day_of_sale on invoices (account_id, issue_date desc, id desc)
  include (kind, status, currency, due_date, amount, credited_amount, paid_amount, written_off_on, exchange_rate, is_imported);
drop index concurrently if exists invoices_by_day_of_issue;
