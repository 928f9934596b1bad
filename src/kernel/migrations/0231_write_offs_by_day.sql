-- no-transaction
-- The journal lists write-offs by their day.
drop index concurrently if exists invoices_by_write_off;
create index concurrently invoices_by_write_off on invoices (account_id, written_off_on, id) where written_off_on is not null;
