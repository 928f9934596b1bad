-- What a write was, for whom, and how much. Older rows do not say it.
alter table audit_log add column effect jsonb;
