-- Ends what hangs on a person's access, in the statement that changes it, so that no store can forget a part of it and no
-- window is left between the two.
create or replace function end_access_of_person() returns trigger language plpgsql as $$
declare
  has_new_password boolean := old.password_hash is distinct from new.password_hash or new.removed_at is not null;
  is_no_longer_owner boolean := new.removed_at is not null or (old.role = 'owner' and new.role <> 'owner');
  -- The kernel puts the time of the write into kvitt.now in the same statement (final-statement.ts).
  changed_at timestamptz := coalesce(nullif(current_setting('kvitt.now', true), '')::timestamptz, now());
begin
  -- Reset links were mailed to the old address, or set the password that is being replaced.
  delete from password_resets where account_id = new.account_id and person_id = new.id;
  -- An invitation to an address that a person has now would become valid again when the person gives the address up.
  if old.email <> new.email then
    delete from invitations where account_id = new.account_id and lower(email) = lower(new.email);
  end if;
  if not (has_new_password or is_no_longer_owner) then
    return null;
  end if;

  delete from sessions where account_id = new.account_id and (person_id = new.id or (new.main and person_id is null));
  -- The password opens the other companies of the person too.
  delete from sessions s using people seat
  where seat.login_account_id = new.account_id and seat.login_id = new.id and has_new_password and new.removed_at is null
    and s.account_id = seat.account_id and s.person_id = seat.id;
  delete from invitations where account_id = new.account_id and invited_by = new.id;
  -- What can still be undone may have been started by whoever knew the former password.
  if has_new_password then
    update stored_calls set state = 'undone', ended_at = changed_at
    where account_id = new.account_id and person_id = new.id and waits_for = 'clock' and state = 'waiting';
    update stored_calls c set state = 'undone', ended_at = changed_at from people seat
    where seat.login_account_id = new.account_id and seat.login_id = new.id and new.removed_at is null
      and c.account_id = seat.account_id and c.person_id = seat.id and c.waits_for = 'clock' and c.state = 'waiting';
  end if;
  -- Authorization codes that no program has exchanged yet.
  update authorizations set revoked_at = changed_at
  where account_id = new.account_id and person_id = new.id and exchanged_at is null and revoked_at is null;

  -- Programs whose tokens or secret lie with the person: those that registered themselves and those that the person
  -- registered. Programs that the company registered by its key, and programs of the operator, stay connected.
  if is_no_longer_owner then
    with ended as (
      update grants g set revoked_at = changed_at
      where g.account_id = new.account_id and g.granted_by = new.id and g.revoked_at is null and exists (
        select from clients c where c.client_id = g.client_id and not c.app_client
          and (c.account_id = 0 or (c.account_id = new.account_id and c.registered_by = new.id)))
      returning g.client_id)
    insert into events (account_id, type, at, data)
    select new.account_id, 'agent.revoked', changed_at, jsonb_build_object('guid', client_id, 'agent_id', client_id)
    from ended order by client_id;
    -- The digest of a value that nobody knows: the secret is dead until an owner has it replaced (rotate_secret).
    update clients set secret_digest = sha256(convert_to(gen_random_uuid()::text, 'UTF8'))
    where account_id = new.account_id and registered_by = new.id and secret_digest is not null and not app_client;
  end if;
  if new.removed_at is not null then
    perform move_login(old.account_id, old.id, old.password_hash);
    delete from second_factors where account_id = new.account_id and person_id = new.id;
  end if;
  return null;
end $$;
