-- no-transaction
-- Who changed a record last, for what waits for a person: the log was read from end to end for every record that was listed.
drop index concurrently if exists audit_log_of_people_by_target;
create index concurrently audit_log_of_people_by_target on audit_log (account_id, target, at) where person_id is not null;
-- The quotes in the timeline of a customer, and what moves with a customer that is merged into another.
drop index concurrently if exists sales_documents_by_customer;
create index concurrently sales_documents_by_customer on sales_documents (account_id, customer_id);
drop index concurrently if exists tasks_by_customer;
create index concurrently tasks_by_customer on tasks (account_id, customer_id);
-- The newest deliveries of a webhook that gets few of those of the account.
drop index concurrently if exists webhook_deliveries_by_webhook;
create index concurrently webhook_deliveries_by_webhook on webhook_deliveries (account_id, webhook_id, id);
