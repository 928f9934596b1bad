-- A cost is compared with the others of its supplier, and with those of the same file. The digest is of the file as it
-- was uploaded; costs of an earlier release have none and are compared by their figures alone.
alter table costs add column file_digest bytea;
create index costs_by_file on costs (account_id, file_digest) where file_digest is not null;
create index costs_by_supplier_name on costs (account_id, lower(supplier_name)) where supplier_name <> '';
