-- no-transaction
-- The rows that name a person.
drop index concurrently if exists invoices_by_person;
create index concurrently invoices_by_person on invoices (account_id, created_by) where created_by is not null;
drop index concurrently if exists invoice_events_by_person;
create index concurrently invoice_events_by_person on invoice_events (account_id, person_id) where person_id is not null;
-- Served the search by timestamps that 0024 has replaced.
drop index concurrently if exists audit_log_of_people;
-- The latest writes, for the activity list: reads by programs may outnumber them by far.
drop index concurrently if exists audit_log_of_writes;
create index concurrently audit_log_of_writes on audit_log (account_id, id) where outcome = 'ok' and action not like 'get-%';
