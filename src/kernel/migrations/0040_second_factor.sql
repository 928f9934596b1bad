-- The second factor of people who have one. The secret is sealed with the installation's secret; last_step is the time
-- step of the newest code that was accepted, so that a code works once.
create table second_factors (
  account_id bigint not null,
  person_id  bigint not null,
  secret     text not null,
  last_step  bigint not null,
  created_at timestamptz not null,
  primary key (account_id, person_id),
  foreign key (account_id, person_id) references people (account_id, id)
);

-- Recovery codes that have not been used, by their digests.
create table recovery_codes (
  account_id bigint not null,
  person_id  bigint not null,
  digest     bytea not null,
  primary key (account_id, person_id, digest),
  foreign key (account_id, person_id) references second_factors (account_id, person_id) on delete cascade
);
