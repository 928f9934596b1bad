-- no-transaction
-- The customers of a kennitala in the order in which it finds them.
drop index concurrently if exists customers_found_by_kennitala;
create index concurrently customers_found_by_kennitala on customers (account_id, registration_no, secondary, id desc);
drop index concurrently if exists customers_by_kennitala;
