-- Numbers an event that was inserted without a position, at the commit: by a function of the database, or by a node of an older release.
-- The counter is the last lock that the transaction takes, as in write_events.
create or replace function number_event() returns trigger language plpgsql as $$
declare
  next bigint;
begin
  insert into event_counters as c (account_id, last) values (new.account_id, 1)
  on conflict (account_id) do update set last = c.last + 1
  returning last into next;
  update events set position = next where account_id = new.account_id and id = new.id and at = new.at;
  perform queue_deliveries(new.account_id, next - 1, next);
  return null;
end $$;
