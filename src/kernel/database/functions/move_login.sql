-- Hands the sign-in of a person who is removed to the oldest of the person's other companies: who works for several stays
-- with those that have not removed the person.
create or replace function move_login(from_account bigint, from_person bigint, hash text) returns void language plpgsql as $$
declare
  heir people;
begin
  select * into heir from people
  where login_account_id = from_account and login_id = from_person and removed_at is null order by created_at, id limit 1 for update;
  if not found then
    return;
  end if;
  update people set login_account_id = null, login_id = null, password_hash = hash
  where account_id = heir.account_id and id = heir.id;
  update people set login_account_id = heir.account_id, login_id = heir.id
  where login_account_id = from_account and login_id = from_person;
  insert into second_factors (account_id, person_id, secret, last_step, created_at)
  select heir.account_id, heir.id, secret, last_step, created_at from second_factors
  where account_id = from_account and person_id = from_person;
  insert into recovery_codes (account_id, person_id, digest)
  select heir.account_id, heir.id, digest from recovery_codes
  where account_id = from_account and person_id = from_person;
end $$;
