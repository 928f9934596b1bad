-- Calls of the agent API by the account's own key are listed too, also those that name no program.
create index audit_log_of_agent_api on audit_log (account_id, id) where agent_id is not null or via = 'agent';
drop index audit_log_of_agents;
