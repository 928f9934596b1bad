-- The embedded bank takes a claim in parts: the payments before the one that closes it.
alter table sandbox_claims add column parts jsonb not null default '[]';
