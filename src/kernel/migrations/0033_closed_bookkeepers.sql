-- A bookkeeper's key to a tenant works only while the bookkeeper's own account is open and has the plan. Nodes cache a
-- tenant together with such keys, so a change of the bookkeeper must invalidate its tenants.
create function announce_tenants() returns trigger language plpgsql as $$
begin
  perform pg_notify('kvitt_accounts', account_id::text)
    from bookkeepers where bookkeeper_id = new.account_id and key_digest is not null;
  return null;
end $$;
create trigger accounts_bookkeeper_changed after update on accounts
  for each row
  when (old.disabled is distinct from new.disabled or old.subscriptions is distinct from new.subscriptions)
  execute function announce_tenants();
