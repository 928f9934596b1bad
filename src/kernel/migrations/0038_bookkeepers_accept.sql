-- A bookkeeper is asked before it is connected. Until it accepts, neither side learns more than the typed username and
-- the name of the company that asks; a username that nobody has looks the same (bookkeeper_id is null). Connections from
-- before this migration were in use, and count as accepted; their guid stays that of the firm, which programs have stored.
-- A node of the previous release refuses add-bookkeeper until it is replaced; its other calls work.
alter table bookkeepers
  add column id          bigint generated always as identity,
  add column guid        uuid,
  add column username    text,
  add column accepted_at timestamptz,
  add column declined_at timestamptz;
update bookkeepers l set guid = b.guid, username = b.username, accepted_at = l.created_at
  from accounts b where b.account_id = l.bookkeeper_id;
alter table bookkeepers
  drop constraint bookkeepers_pkey,
  alter column bookkeeper_id drop not null,
  alter column guid set not null,
  alter column username set not null,
  add primary key (account_id, guid),
  add check (accepted_at is null or bookkeeper_id is not null);
create unique index bookkeepers_by_username on bookkeepers (account_id, lower(username));

-- The keys of a firm die with its account and with its plan. They are deleted and not only ignored: a firm that was
-- closed because its keys had leaked must not get the same keys back when it is opened again.
create function revoke_keys_of_bookkeeper() returns trigger language plpgsql as $$
begin
  update bookkeepers set key_digest = null, key_sealed = null, revoked = true
  where bookkeeper_id = new.account_id and key_digest is not null;
  return null;
end $$;
create trigger accounts_bookkeeper_closed after update of disabled, subscriptions on accounts
  for each row when (new.disabled or not 'bookkeeper' = any(new.subscriptions))
  execute function revoke_keys_of_bookkeeper();
update bookkeepers l set key_digest = null, key_sealed = null, revoked = true
  from accounts b
  where b.account_id = l.bookkeeper_id and l.key_digest is not null
    and (b.disabled or not 'bookkeeper' = any(b.subscriptions));
