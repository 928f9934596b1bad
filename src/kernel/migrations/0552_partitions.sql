-- The audit log, the events and the renditions are partitioned by time, so that what is old goes as a whole table. No row is
-- moved: the table of before is the first partition, for everything up to its bound. The other partitions are made ahead of
-- time by the cron task renew-partitions, like the default partition, which takes what no other one does.
-- Keys and indexes stand on the partitions: one of the whole table would have to contain the time, and then say nothing
-- about whether an id, a position or a rendition is there only once.
lock table audit_log, events, invoice_renditions, accounts, invoices in access exclusive mode;

-- Ids go on after the last one, from a sequence of the same name, which nodes draw them from.
alter table audit_log rename to audit_log_first;
alter sequence audit_log_id_seq rename to audit_log_first_id_seq;
create table audit_log (like audit_log_first including all excluding indexes) partition by range (at);
select setval('audit_log_id_seq', nextval('audit_log_first_id_seq'), false);
alter table audit_log_first alter column id drop identity;
drop trigger audit_log_only_grows on audit_log_first;
drop trigger audit_log_writes_events on audit_log_first;

alter table events rename to events_first;
create table events (like events_first including all excluding indexes) partition by range (at);
drop trigger events_numbered on events_first;

-- This first partition keeps its name: nodes of the release before insert `on conflict (account_id, invoice_id, kind)`, for
-- which the table that they name must have that key. They and the others write into this partition until its bound.
create table renditions (like invoice_renditions including all excluding indexes) partition by range (created_at);
alter table renditions
  add foreign key (account_id) references accounts,
  add foreign key (account_id, invoice_id) references invoices (account_id, id);

do $$ declare
  made record;
begin
  for made in
    select t.whole, t.first, t.is_first, (regexp_match(pg_get_constraintdef(c.oid), '''([^'']+)'''))[1] as bound
    from (values ('audit_log', 'audit_log_first', 'audit_log_is_first'), ('events', 'events_first', 'events_is_first'),
      ('renditions', 'invoice_renditions', 'invoice_renditions_is_first')) as t (whole, first, is_first)
    join pg_constraint c on c.conrelid = t.first::regclass and c.conname = t.is_first
  loop
    execute format('alter table %I drop constraint %I', made.whole, made.is_first);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', made.whole, made.first, made.bound);
    execute format('alter table %I drop constraint %I', made.first, made.is_first);
    execute format('create table %I (like %I including all excluding identity)', made.whole || '_default', made.first);
    execute format('alter table %I attach partition %I default', made.whole, made.whole || '_default');
  end loop;
end $$;

-- A trigger for rows is one of each partition, too.
create trigger audit_log_only_grows before update or delete on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_is_not_emptied before truncate on audit_log for each statement execute function refuse_audit_change();
create constraint trigger audit_log_writes_events after insert on audit_log deferrable initially deferred
  for each row when (current_setting('kvitt.events', true) <> '') execute function write_events();
create constraint trigger events_numbered after insert on events deferrable initially deferred
  for each row when (new.position is null) execute function number_event();
