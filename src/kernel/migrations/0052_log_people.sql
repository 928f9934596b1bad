-- Who put the time on a task. Unknown where a key or a program did it, and for older logs.
alter table task_logs add column person_id bigint;
