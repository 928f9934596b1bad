-- no-transaction
-- An invoice is overdue after its due date, in lists, sums and events alike. Without the other index the previous release
-- finds what is past its final due date more slowly.
drop index concurrently if exists invoices_not_due_yet;
create index concurrently invoices_not_due_yet on invoices (account_id, due_date)
  where kind = 'invoice' and status in ('Sent', 'Collection') and overdue_at is null;
drop index concurrently if exists invoices_not_overdue_yet;
