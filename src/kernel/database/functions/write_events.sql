-- Writes the events of a transaction at its commit, all by one number from the counter. So the counter is the last lock
-- that the transaction takes: it cannot be part of a deadlock, and positions are in the order of the commits. The lock
-- is released when the commit is visible, so a reader never sees a position before all lower ones.
create or replace function write_events() returns trigger language plpgsql as $$
declare
  emitted jsonb := nullif(current_setting('kvitt.events', true), '')::jsonb;
  how_many bigint := coalesce(jsonb_array_length(emitted), 0);
  newest bigint;
begin
  if how_many = 0 then
    return null;
  end if;
  perform set_config('kvitt.events', '', true);
  update event_counters set last = last + how_many where account_id = new.account_id returning last into newest;
  if not found then
    insert into event_counters as c (account_id, last) values (new.account_id, how_many)
    on conflict (account_id) do update set last = c.last + how_many
    returning last into newest;
  end if;
  insert into events (account_id, position, type, at, data)
  select new.account_id, newest - how_many + event.ordinality, event.value->>'type', new.at, event.value->'data'
  from jsonb_array_elements(emitted) with ordinality as event;
  perform queue_deliveries(new.account_id, newest - how_many, newest);
  return null;
end $$;
