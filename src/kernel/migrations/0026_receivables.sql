-- Drafts and unpaid invoices are few beside all that was ever settled. Overview, customers and aged receivables read
-- only these, also in books of many years.
create index invoices_unsettled on invoices (account_id, due_date, id)
  include (kind, status, amount, credited_amount, exchange_rate, customer_id)
  where status in ('Draft', 'Sent', 'Collection');

-- What came in during the last twelve months.
create index invoices_by_payment on invoices (account_id, paid_on)
  include (kind, status, amount, exchange_rate, refer_id) where paid_on is not null;

-- Payments that a person must look at.
create index invoices_with_payment_message on invoices (account_id, id) where payment_message <> '';

-- The foreign key, and the list of one customer's invoices.
create index invoices_by_customer on invoices (account_id, customer_id);

-- The index of 0012 with credits and rates, so that the sums under the tabs of the list are read from it alone too.
drop index invoices_by_issue_day;
create index invoices_by_issue_day on invoices (account_id, issue_date desc, id desc)
  include (kind, status, currency, due_date, amount, credited_amount, exchange_rate);
