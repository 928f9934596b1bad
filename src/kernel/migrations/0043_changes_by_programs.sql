-- no-transaction
drop index concurrently if exists audit_log_of_customer_changes;
create index concurrently audit_log_of_customer_changes on audit_log (account_id, agent_id, target, at)
  where action in ('create-customer', 'update-customer', 'confirm-customer', 'merge-customers') and outcome = 'ok';
