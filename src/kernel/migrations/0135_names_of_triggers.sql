-- Names that say what the trigger functions do. Triggers refer to their function by its identity, and no node calls one by
-- its name, so that nodes of the previous release go on working.
alter function tell_invoice_event() rename to record_invoice_event;
alter function end_sessions_of_person() rename to end_access_of_person;
alter trigger invoices_told on invoices rename to invoices_record_event;
