-- Open invoices of a former system. They keep their numbers, which are outside of the account's own series, and they are in no
-- report of sales or VAT, because that system has reported them.
alter table invoices add column is_imported boolean not null default false;

alter table record_imports drop constraint record_imports_kind_check;
alter table record_imports add check (kind in ('customers', 'items', 'costs', 'open_invoices'));
