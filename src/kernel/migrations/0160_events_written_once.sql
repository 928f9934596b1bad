-- Events are written at the commit, with their position, instead of being written without one and updated: a write puts
-- its events into the setting kvitt.events, and the trigger of its audit row inserts them. Nodes of the release before go
-- on inserting rows without a position, which the trigger `events_numbered` numbers as before.
create function write_events() returns trigger language plpgsql as 'begin return null; end';
create constraint trigger audit_log_writes_events after insert on audit_log deferrable initially deferred
  for each row when (current_setting('kvitt.events', true) <> '') execute function write_events();
