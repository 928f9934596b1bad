-- Claims that the payer or the bank has cancelled while the invoice is still to be paid: they may be revived there.
create index invoices_with_cancelled_claim on invoices (account_id, id)
  where claim_status = 'cancel' and status in ('Sent', 'Collection');

-- Who of the people did it stands in the audit log, at the moment that the row itself has. What a job does later for
-- somebody is told with the name of who asked.
create index audit_log_of_people on audit_log (account_id, target, at) where person_id is not null;
alter table invoice_events add column person_id bigint;
alter table invoice_events add foreign key (account_id, person_id) references people (account_id, id);
