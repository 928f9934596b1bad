-- Who keeps whose books. account_id is the tenant, whose books they are; the key is one that the tenant gave
-- this bookkeeper alone, kept sealed so that it can be shown again, and as the digest that it is known by.
create table bookkeepers (
  account_id    bigint not null references accounts,
  bookkeeper_id bigint not null,
  key_digest    bytea,
  key_sealed    text,
  revoked       boolean not null default false,
  created_at    timestamptz not null,
  primary key (account_id, bookkeeper_id),
  check (account_id <> bookkeeper_id),
  check ((key_digest is null) = (key_sealed is null))
);
create index bookkeepers_tenants on bookkeepers (bookkeeper_id, account_id);

-- A key that was taken back must be refused by every node, as after any other change of the account.
create trigger bookkeepers_changed after insert or update on bookkeepers
  for each row execute function announce_account();
create function announce_removed_bookkeeper() returns trigger language plpgsql as $$
begin
  perform pg_notify('kvitt_accounts', old.account_id::text);
  return null;
end $$;
create trigger bookkeepers_removed after delete on bookkeepers
  for each row execute function announce_removed_bookkeeper();
