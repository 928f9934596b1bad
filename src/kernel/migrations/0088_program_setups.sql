-- The program that set up a document or template last with its token; null where the account itself did. Freezing or
-- revoking the program pauses its templates, and what they issue counts against its bounds. What programs without access
-- set up stays as it is.
alter table sales_documents add column client_id text;
update sales_documents d set client_id = a.agent_id
  from audit_log a join grants g on g.account_id = a.account_id and g.client_id = a.agent_id and g.revoked_at is null
  where a.account_id = d.account_id and a.target = d.guid::text and a.outcome = 'ok' and a.via = 'agent'
    and a.action in ('create-recurring-invoice', 'create-quote', 'create-order-invoice', 'create-draft-invoice');
create index sales_documents_by_program on sales_documents (account_id, client_id) where client_id is not null;

-- Whether a template is paused because its program was frozen: lifting that resumes it.
alter table recurring_schedules add column held boolean not null default false;
update recurring_schedules s set state = 'paused', reason = 'The program that set it up is frozen', held = true
  from sales_documents d join grants g on g.account_id = d.account_id and g.client_id = d.client_id
  where d.account_id = s.account_id and d.id = s.sales_document_id and s.state = 'active'
    and g.revoked_at is null and g.frozen_at is not null;
