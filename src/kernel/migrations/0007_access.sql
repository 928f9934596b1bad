-- Who is signed in, which programs may act for an account, and what they were given. Of every secret there is
-- only a digest. Rows are found by that digest before it is known whose they are; all else goes by account.

create table sessions (
  account_id bigint not null references accounts,
  digest     bytea not null,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  primary key (account_id, digest)
);
create unique index sessions_by_digest on sessions (digest);
create index sessions_by_age on sessions (seen_at);

-- Whoever changes a password, and by whichever way in: nobody stays signed in with the old one.
create function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where account_id = new.account_id;
  return null;
end $$;
create trigger accounts_password_changed after update of password_hash on accounts
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_sessions();

-- The link by which the first account of an installation is opened.
create table setup_keys (
  digest     bytea primary key,
  expires_at timestamptz not null,
  used_at    timestamptz
);

-- Failed attempts. Whom they concern is kept as a digest: people type passwords into the wrong field.
create table attempts (
  subject bytea primary key,
  count   integer not null,
  until   timestamptz not null
);
create index attempts_by_age on attempts (until);

-- Programs. account_id is whose registration it is; 0: the program registered itself and has no secret.
create table clients (
  account_id    bigint not null,
  client_id     text not null,
  name          text not null,
  description   text not null default '',
  redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
  secret_digest bytea,
  app_client    boolean not null default false,
  created_at    timestamptz not null,
  primary key (account_id, client_id)
);
create unique index clients_by_client_id on clients (client_id);
create unique index clients_by_registration on clients (account_id, name, (redirect_uris[1])) where account_id <> 0;

-- What an account allows a program. One at a time is in force; a revoked one stays for the record.
create table grants (
  account_id bigint not null references accounts,
  id         bigint generated always as identity,
  client_id  text not null,
  scopes     text[] not null,
  granted_at timestamptz not null,
  revoked_at timestamptz,
  primary key (account_id, id)
);
create unique index grants_in_force on grants (account_id, client_id) where revoked_at is null;

-- One consent: the code that it gave, and through it the tokens that came of that code.
create table authorizations (
  account_id      bigint not null,
  id              bigint generated always as identity,
  grant_id        bigint not null,
  client_id       text not null,
  scopes          text[] not null,
  redirect_uri    text not null,
  code_digest     bytea not null,
  code_challenge  text,
  code_expires_at timestamptz not null,
  exchanged_at    timestamptz,
  revoked_at      timestamptz,
  created_at      timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, grant_id) references grants (account_id, id)
);
create unique index authorizations_by_code on authorizations (code_digest);
create index authorizations_by_age on authorizations (code_expires_at);

create table access_tokens (
  account_id       bigint not null,
  digest           bytea not null,
  authorization_id bigint not null,
  scopes           text[] not null,
  expires_at       timestamptz not null,
  revoked_at       timestamptz,
  primary key (account_id, digest),
  foreign key (account_id, authorization_id) references authorizations (account_id, id) on delete cascade
);
create unique index access_tokens_by_digest on access_tokens (digest);
create index access_tokens_by_authorization on access_tokens (account_id, authorization_id);
create index access_tokens_by_age on access_tokens (expires_at);

create table refresh_tokens (
  account_id       bigint not null,
  digest           bytea not null,
  authorization_id bigint not null,
  scopes           text[] not null,
  expires_at       timestamptz not null,
  rotated_at       timestamptz,
  primary key (account_id, digest),
  foreign key (account_id, authorization_id) references authorizations (account_id, id) on delete cascade
);
create unique index refresh_tokens_by_digest on refresh_tokens (digest);
create index refresh_tokens_by_authorization on refresh_tokens (account_id, authorization_id);
create index refresh_tokens_by_age on refresh_tokens (expires_at);

-- Nodes remember tokens for a while, as they do accounts; what takes something away is announced like a change
-- of the account.
create trigger grants_changed after update of scopes, revoked_at on grants
  for each row execute function announce_account();
create trigger authorizations_revoked after update of revoked_at on authorizations
  for each row execute function announce_account();
create trigger access_tokens_revoked after update of revoked_at on access_tokens
  for each row execute function announce_account();

create index audit_log_of_agents on audit_log (account_id, id) where agent_id is not null;
create index audit_log_by_agent on audit_log (account_id, agent_id, id) where agent_id is not null;
