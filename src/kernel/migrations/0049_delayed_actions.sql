-- What each person has chosen for the own work in the console. A person without a row has the defaults of the columns.
create table person_preferences (
  account_id   bigint not null,
  person_id    bigint not null,
  undo_delay   boolean not null default true,
  first_steps_hidden boolean not null default false,
  primary key (account_id, person_id),
  foreign key (account_id, person_id) references people (account_id, id)
);

-- Writes that a person started in the console and that happen a few seconds later, so that they can be undone until
-- then. The job of an action runs the operation with the stored input, as that person.
create table delayed_actions (
  account_id  bigint not null references accounts (account_id),
  id          bigint generated always as identity,
  guid        uuid not null,
  person_id   bigint not null,
  operation   text not null,
  input       jsonb not null,
  -- The record that the input names; an action that creates a record has none.
  target      uuid,
  ip          text not null,
  state       text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'undone', 'refused', 'seen')),
  created_at  timestamptz not null,
  run_at      timestamptz not null,
  ended_at    timestamptz,
  -- What the operation answered, and the problems because of which it was refused.
  answer      jsonb,
  problems    jsonb,
  primary key (account_id, id),
  foreign key (account_id, person_id) references people (account_id, id)
);
create unique index delayed_actions_guid on delayed_actions (account_id, guid);
-- Two pending actions on one record would contradict each other, as with a button that was pressed twice.
create unique index delayed_actions_pending on delayed_actions (account_id, target)
  where state in ('waiting', 'running') and target is not null;
create index delayed_actions_open on delayed_actions (account_id, id) where state in ('waiting', 'running', 'refused');
create index delayed_actions_person on delayed_actions (account_id, person_id);
