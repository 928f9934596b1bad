-- Filters of a list that a person has saved under a name.
create table saved_views (
  account_id  bigint not null,
  guid        uuid not null,
  person_id   bigint not null,
  screen      text not null,
  name        text not null,
  filters     jsonb not null,
  created_at  timestamptz not null,
  primary key (account_id, guid),
  foreign key (account_id, person_id) references people (account_id, id)
);
create unique index saved_views_name on saved_views (account_id, person_id, screen, lower(name));
