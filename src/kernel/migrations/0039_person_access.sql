-- Everything that a person handed out or started names that person, so that it can end with the person's access. Null
-- where the account's key or the operator did it: those belong to the company.
alter table authorizations add column person_id bigint;
alter table grants add column granted_by bigint;
alter table clients add column registered_by bigint;
create index authorizations_in_flight on authorizations (account_id, person_id) where exchanged_at is null;

-- Not only a new password ends what hangs on a person: so do removal, demotion and a new address.
drop trigger people_password_changed on people;
create trigger people_access_changed after update of password_hash, role, email on people
  for each row when (old.password_hash is distinct from new.password_hash
    or (old.role = 'owner' and new.role <> 'owner') or old.email <> new.email)
  execute function end_sessions_of_person();

-- Invitations whose inviter could not make them any more.
delete from invitations i using people p
where p.account_id = i.account_id and p.id = i.invited_by and (p.removed_at is not null or p.role <> 'owner');
