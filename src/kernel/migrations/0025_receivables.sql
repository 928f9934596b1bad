-- Drafts and unpaid invoices are few beside all that was ever settled. Overview, customers and aged receivables read
-- only them, also in books with many years.
create index invoices_unsettled on invoices (account_id, due_date, id) where status in ('Draft', 'Sent', 'Collection');

-- What came in during the last twelve months.
create index invoices_by_payment on invoices (account_id, paid_on) where paid_on is not null;

-- Payments that a person must look at.
create index invoices_with_payment_message on invoices (account_id, id) where payment_message <> '';

-- The foreign key, and the list of one customer's invoices.
create index invoices_by_customer on invoices (account_id, customer_id);
