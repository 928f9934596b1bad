-- The table says when each cron task is due next. A node of the previous release cannot run on this schema: stop all
-- nodes before the first new one starts.
alter table chores rename to cron_tasks;

-- Constraints follow the name of their table. From PostgreSQL 18 on, `not null` is one of them.
do $$
declare
  name text;
begin
  for name in select conname from pg_constraint where conrelid = 'cron_tasks'::regclass and conname like 'chores\_%'
  loop
    execute format('alter table cron_tasks rename constraint %I to %I', name, 'cron_tasks_' || substr(name, 8));
  end loop;
end $$;
