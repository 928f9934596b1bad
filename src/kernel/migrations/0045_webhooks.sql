-- Addresses that events are sent to. The secrets are sealed with the installation's secret; the previous one signs beside
-- the new one until previous_until. `failures` counts failed tries since the last success; while paused_until is ahead
-- (the circuit is open), nothing is sent.
create table webhooks (
  account_id      bigint not null references accounts,
  id              bigint generated always as identity,
  guid            uuid not null,
  url             text not null,
  types           text[] not null,
  description     text not null,
  state           text not null check (state in ('active', 'disabled')),
  disabled_reason text not null default '',
  secret          text not null,
  previous_secret text,
  previous_until  timestamptz,
  failures        integer not null default 0,
  paused_until    timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (account_id, id),
  unique (account_id, guid)
);

-- What is sent to a webhook: an event, or a test. `tries` is the log, the newest last. There is no foreign key to the
-- webhook: a change of the books must not fail because its webhook is deleted at the same moment.
create table webhook_deliveries (
  account_id  bigint not null,
  id          bigint generated always as identity,
  webhook_id  bigint not null,
  event_id    uuid not null,
  type        text not null,
  state       text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts    integer not null default 0,
  tries       jsonb not null default '[]',
  next_at     timestamptz,
  created_at  timestamptz not null,
  primary key (account_id, id),
  unique (account_id, webhook_id, event_id)
);
create index webhook_deliveries_by_state on webhook_deliveries (account_id, webhook_id, state, id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

-- Jobs that share slots by a key, such as the deliveries of one webhook.
alter table jobs add column lane_key text;
create index jobs_by_lane on jobs (kind, account_id, lane_key, run_at, id) where lane_key is not null and dead_at is null;

-- Queues the deliveries of an event in the statement that writes it.
create function queue_webhooks() returns trigger language plpgsql as $$
begin
  with matching as (
    select w.id, w.guid, greatest(new.at, w.paused_until) as run_at from webhooks w
    where w.account_id = new.account_id and w.state = 'active' and (cardinality(w.types) = 0
      or new.type = any(w.types) or split_part(new.type, '.', 1) || '.*' = any(w.types))),
  queued as (
    insert into webhook_deliveries (account_id, webhook_id, event_id, type, next_at, created_at)
    select new.account_id, id, new.id, new.type, run_at, new.at from matching)
  insert into jobs (account_id, kind, payload, run_at, lane_key)
  select new.account_id, 'deliver-webhook', jsonb_build_object('webhook_guid', guid, 'event_id', new.id), run_at, guid::text
  from matching;
  return null;
end $$;
create trigger events_sent after insert on events for each row execute function queue_webhooks();
