-- Queues the deliveries of the events at these positions to the webhooks of the account, in the transaction that writes them.
create or replace function queue_deliveries(of_account bigint, after_position bigint, to_position bigint)
returns void language plpgsql as $$
begin
  if not exists (select from webhooks w where w.account_id = of_account and w.state = 'active') then
    return;
  end if;
  with matching as (
    select w.id, w.guid, e.id as event_id, e.type, e.at, e.position, greatest(e.at, w.paused_until) as run_at
    from events e join webhooks w on w.account_id = e.account_id
    where e.account_id = of_account and e.position > after_position and e.position <= to_position
      and w.state = 'active' and (cardinality(w.types) = 0
        or e.type = any(w.types) or split_part(e.type, '.', 1) || '.*' = any(w.types))),
  queued as (
    insert into webhook_deliveries (account_id, webhook_id, event_id, type, next_at, created_at)
    select of_account, id, event_id, type, run_at, at from matching order by position, id)
  insert into jobs (account_id, kind, payload, run_at, lane_key)
  select of_account, 'deliver-webhook', jsonb_build_object('webhook_guid', guid, 'event_id', event_id), run_at, guid::text
  from matching order by position, id;
end $$;
