-- no-transaction
-- Reads the tables without a lock that keeps others from reading or writing. 0552 then need not read them.
alter table audit_log validate constraint audit_log_is_first;
alter table events validate constraint events_is_first;
alter table invoice_renditions validate constraint invoice_renditions_is_first;
