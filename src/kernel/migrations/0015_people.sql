-- The people who sign in. The sign-in that an account was opened with is one of them (main): always an owner, it comes
-- with the account and follows its password. Who is removed stays as a row without password, for the audit log.
create table people (
  account_id    bigint not null references accounts,
  id            bigint generated always as identity,
  guid          uuid not null,
  username      text not null,
  name          text not null default '',
  email         text not null default '',
  role          text not null check (role in ('owner', 'member')),
  main          boolean not null default false,
  lang          text check (lang in ('is', 'en')),
  password_hash text,
  created_at    timestamptz not null default now(),
  signed_in_at  timestamptz,
  removed_at    timestamptz,
  primary key (account_id, id),
  unique (account_id, guid),
  check (not main or (role = 'owner' and removed_at is null)),
  check ((password_hash is null) = (removed_at is not null))
);
create unique index people_username on people (lower(username)) where removed_at is null;
create unique index people_main on people (account_id) where main;
create unique index people_email on people (account_id, lower(email)) where removed_at is null and email <> '';
create index people_by_email on people (lower(email)) where removed_at is null and email <> '';

insert into people (account_id, guid, username, email, role, main, password_hash, created_at)
select account_id, gen_random_uuid(), username, email, 'owner', true, password_hash, created_at from accounts;

create function make_main_person() returns trigger language plpgsql as $$
begin
  insert into people (account_id, guid, username, email, role, main, password_hash)
  values (new.account_id, gen_random_uuid(), new.username, new.email, 'owner', true, new.password_hash);
  return null;
end $$;
create trigger accounts_opened after insert on accounts for each row execute function make_main_person();

alter table sessions add column person_id bigint;
alter table sessions add foreign key (account_id, person_id) references people (account_id, id);

-- The password of the account is that of its own sign-in; a node of the release before this one changes only the first.
create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  update people set password_hash = new.password_hash where account_id = new.account_id and main;
  return null;
end $$;

-- A new password, or none any more: nobody stays signed in with the old one, and no link gives another.
create function end_sessions_of_person() returns trigger language plpgsql as $$
begin
  delete from sessions where account_id = new.account_id and (person_id = new.id or (new.main and person_id is null));
  delete from password_resets where account_id = new.account_id and person_id = new.id;
  return null;
end $$;
create trigger people_password_changed after update of password_hash on people
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_sessions_of_person();

-- Links that were mailed, each known by its digest and good once.
create table invitations (
  account_id bigint not null references accounts,
  guid       uuid not null,
  email      text not null,
  name       text not null,
  role       text not null check (role in ('owner', 'member')),
  digest     bytea not null,
  invited_by bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, guid),
  foreign key (account_id, invited_by) references people (account_id, id)
);
create unique index invitations_by_digest on invitations (digest);
create unique index invitations_by_email on invitations (account_id, lower(email));
create index invitations_by_age on invitations (expires_at);

create table password_resets (
  account_id bigint not null,
  digest     bytea not null,
  person_id  bigint not null,
  expires_at timestamptz not null,
  primary key (account_id, digest),
  foreign key (account_id, person_id) references people (account_id, id)
);
create unique index password_resets_by_digest on password_resets (digest);
create index password_resets_by_person on password_resets (account_id, person_id);
create index password_resets_by_age on password_resets (expires_at);

-- Which of the people did it; null where it was none of them.
alter table audit_log add column person_id bigint;

-- When the api_key was made, as far as that is known, and when it last opened the door.
alter table accounts add column api_key_made_at timestamptz;
alter table accounts alter column api_key_made_at set default now();
create table api_key_uses (
  account_id bigint primary key references accounts,
  used_at    timestamptz not null
);
