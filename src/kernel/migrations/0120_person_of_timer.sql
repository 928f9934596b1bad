-- Who started the timer of a task, so that a person has one running timer. Timers that run already belong to nobody.
alter table tasks add column running_by bigint;

create index tasks_running_by on tasks (account_id, running_by) where running_by is not null;
