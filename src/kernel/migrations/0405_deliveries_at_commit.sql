-- The deliveries of webhooks are queued once for all events of a transaction, by the functions that give them their positions.
create function queue_deliveries(of_account bigint, after_position bigint, to_position bigint) returns void language plpgsql as 'begin end';
drop trigger events_sent on events;
drop function queue_webhooks();
