-- no-transaction
-- The costs of a supplier by the key under which lists and sums have it (supplierKeySql): the kennitala, or the name where there is none.
drop index concurrently if exists costs_by_supplier_key;
create index concurrently costs_by_supplier_key on costs (account_id, (coalesce(nullif(supplier_id, ''), supplier_name)), listed_on desc, id desc)
  include (show_api, accounting_status, supplier_id, supplier_name);
-- Similar costs are looked up by the name of a supplier and the day, also among those alone that have no kennitala, and by the file the newest first.
drop index concurrently if exists costs_by_supplier_and_day;
create index concurrently costs_by_supplier_and_day on costs (account_id, lower(supplier_name), listed_on desc, id desc) where supplier_name <> '';
drop index concurrently if exists costs_by_supplier_name;
drop index concurrently if exists costs_of_named_supplier;
create index concurrently costs_of_named_supplier on costs (account_id, lower(supplier_name), listed_on desc, id desc)
  where supplier_name <> '' and supplier_id = '';
drop index concurrently if exists costs_of_file;
create index concurrently costs_of_file on costs (account_id, file_digest, id) where file_digest is not null;
drop index concurrently if exists costs_by_file;
-- A bank line is compared with what is left of a cost, which no index has: those that are paid in part are few.
drop index concurrently if exists costs_paid_in_part;
create index concurrently costs_paid_in_part on costs (account_id, id) where paid_amount <> 0 and amount > paid_amount;
