-- The audit log, the events and the renditions become partitioned by time (0552). The table of before is the first
-- partition: its rows are older than a bound, which is known here and proved by 0551 while nodes go on reading and writing.
-- The month allows for clocks that are ahead; a row beyond it that is there already moves the bound.
do $$ declare
  audited timestamptz := (select max(at) from audit_log);
  happened timestamptz := (select max(at) from events);
  printed timestamptz := (select max(created_at) from invoice_renditions);
  soonest timestamptz := now() + interval '1 month';
begin
  execute format('alter table audit_log add constraint audit_log_is_first check (at < %L) not valid',
    date_trunc('year', greatest(soonest, audited)) + interval '1 year');
  execute format('alter table events add constraint events_is_first check (at < %L) not valid',
    date_trunc('month', greatest(soonest, happened)) + interval '1 month');
  execute format('alter table invoice_renditions add constraint invoice_renditions_is_first check (created_at < %L) not valid',
    date_trunc('year', greatest(soonest, printed)) + interval '1 year');
end $$;
