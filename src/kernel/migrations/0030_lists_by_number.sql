-- no-transaction
-- Lists are ordered by number, which is assigned in the order of commits. A draft has none and comes as if it had the
-- highest.
drop index concurrently if exists invoices_by_number;
create index concurrently invoices_by_number on invoices (account_id, (coalesce(number, 9223372036854775807)) desc, id desc);
drop index concurrently if exists invoices_by_issue_and_number;
create index concurrently invoices_by_issue_and_number
  on invoices (account_id, issue_date desc, (coalesce(number, 9223372036854775807)) desc, id desc)
  include (kind, status, currency, due_date, amount, credited_amount, exchange_rate);
drop index concurrently if exists invoices_by_issue_day;
drop index concurrently if exists invoices_by_accounting_and_number;
create index concurrently invoices_by_accounting_and_number
  on invoices (account_id, accounting_status, issue_date desc, (coalesce(number, 9223372036854775807)) desc, id desc);
drop index concurrently if exists invoices_by_accounting;
drop index concurrently if exists sales_documents_by_number;
create index concurrently sales_documents_by_number
  on sales_documents (account_id, kind, (coalesce(number, 9223372036854775807)) desc, id desc);
drop index concurrently if exists sales_documents_by_kind;
