-- A person of several companies has a row in each, and one of them holds the sign-in: username, password, second factor. The
-- others refer to it and have no password. The previous release cannot tell them apart by their username, so invitations
-- are accepted with a sign-in that exists once all nodes run this one.
alter table people add column login_account_id bigint;
alter table people add column login_id bigint;
alter table people add constraint people_login_check check (
  (login_id is null) = (login_account_id is null) and not (main and login_id is not null)
  and (password_hash is null) = (removed_at is not null or login_id is not null));
alter table people drop constraint people_check1;
drop index people_username;
create unique index people_username on people (lower(username)) where removed_at is null and login_id is null;
create unique index people_by_login on people (login_account_id, login_id, account_id) where removed_at is null;

drop trigger people_access_changed on people;
-- A row that takes the sign-in over, or refers to another one, keeps its own access (see move_login).
create trigger people_access_changed after update of password_hash, role, email, removed_at on people
  for each row when (new.login_id is not distinct from old.login_id and (
    old.password_hash is distinct from new.password_hash or old.removed_at is distinct from new.removed_at
    or (old.role = 'owner' and new.role <> 'owner') or old.email <> new.email))
  execute function end_access_of_person();
