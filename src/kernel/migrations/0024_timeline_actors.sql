-- Which person did something is written with the change instead of being found again by equal timestamps in the audit
-- log, which two people in one millisecond would confuse. From here on, tell_invoice_event() stands in
-- src/kernel/database/functions and is applied again when it changes.
alter table invoices add column created_by bigint;

-- For the last time by the timestamps. What a node of the release before writes during the update names nobody.
update invoices i set created_by = a.person_id from audit_log a
where a.account_id = i.account_id and a.target = i.guid::text and a.at = i.created_at and a.person_id is not null;
update invoice_events e set person_id = a.person_id from invoices i, audit_log a
where i.account_id = e.account_id and i.id = e.invoice_id and e.person_id is null
  and a.account_id = i.account_id and a.target = i.guid::text and a.at = e.at and a.person_id is not null;

alter table invoices add foreign key (account_id, created_by) references people (account_id, id);
