-- The project of the buyer that an invoice belongs to (BT-11).
alter table invoices add column project_reference text not null default '';
alter table sales_documents add column project_reference text not null default '';
