-- Writes the events of a transaction at its commit, all by one number from the counter. So the counter is the last lock
-- that the transaction takes: it cannot be part of a deadlock, and positions are in the order of the commits. The lock
-- is released when the commit is visible, so a reader never sees a position before all lower ones.
-- The setting has a line with the events of each call of the transaction, and after it one with their moment, which a node of
-- an older release leaves out.
create or replace function write_events() returns trigger language plpgsql as $$
declare
  lines text[] := string_to_array(rtrim(current_setting('kvitt.events', true), E'\n'), E'\n');
  lists jsonb[] := '{}';
  how_many bigint := 0;
  newest bigint;
  written bigint;
begin
  if lines is null or lines = '{}' then
    return null;
  end if;
  perform set_config('kvitt.events', '', true);
  for n in 1 .. cardinality(lines) by 2 loop
    lists := lists || lines[n]::jsonb;
    how_many := how_many + jsonb_array_length(lists[cardinality(lists)]);
  end loop;
  update event_counters set last = last + how_many where account_id = new.account_id returning last into newest;
  if not found then
    insert into event_counters as c (account_id, last) values (new.account_id, how_many)
    on conflict (account_id) do update set last = c.last + how_many
    returning last into newest;
  end if;
  written := newest - how_many;
  for n in 1 .. cardinality(lists) loop
    insert into events (account_id, position, type, at, data)
    select new.account_id, written + event.ordinality, event.value->>'type', coalesce(lines[2 * n]::timestamptz, new.at), event.value->'data'
    from jsonb_array_elements(lists[n]) with ordinality as event;
    written := written + jsonb_array_length(lists[n]);
  end loop;
  perform queue_deliveries(new.account_id, newest - how_many, newest);
  return null;
end $$;
