-- Writes the events of a transaction at its commit, all by one number from the counter. So the counter is the last lock
-- that the transaction takes: it cannot be part of a deadlock, and positions are in the order of the commits. The lock
-- is released when the commit is visible, so a reader never sees a position before all lower ones.
-- Each call of the transaction has added a line to the setting: a list of its events with their moment. No JSON text has a line
-- break, so the lines are one list without the brackets between them. Nodes of the release before, which may run beside this
-- function, write the moment on a line of its own after each list.
create or replace function write_events() returns trigger language plpgsql as $$
declare
  lines text := nullif(current_setting('kvitt.events', true), '');
  list jsonb;
  how_many bigint;
  cleared text;
  newest bigint;
  has_webhooks boolean;
begin
  if lines is null then
    return null;
  end if;
  if lines like E'%\n2%' then
    lines := regexp_replace(lines, E'\n2[^\n]*', '', 'g');
  end if;
  list := replace(lines, E']\n[', ',')::jsonb;
  how_many := jsonb_array_length(list);
  -- An assignment is cheaper than a statement.
  cleared := set_config('kvitt.events', '', true);
  update event_counters c set last = last + how_many where account_id = new.account_id
    returning last, exists (select from webhooks w where w.account_id = c.account_id and w.state = 'active') into newest, has_webhooks;
  if not found then
    insert into event_counters as c (account_id, last) values (new.account_id, how_many)
    on conflict (account_id) do update set last = c.last + how_many
    returning last, exists (select from webhooks w where w.account_id = c.account_id and w.state = 'active') into newest, has_webhooks;
  end if;
  insert into events (account_id, position, type, at, data)
  select new.account_id, newest - how_many + event.place, event.value->>'type', coalesce((event.value->>'at')::timestamptz, new.at), event.value->'data'
  from jsonb_array_elements(list) with ordinality as event (value, place);
  if has_webhooks then
    perform queue_deliveries(new.account_id, newest - how_many, newest);
  end if;
  return null;
end $$;
