-- What happened in the books of an account, in the order of the commits. `position` is null until the commit: the
-- statement that makes a change inserts its events, and the deferred trigger below numbers them.
create table events (
  account_id bigint not null references accounts,
  id         uuid not null default gen_random_uuid(),
  position   bigint,
  type       text not null,
  at         timestamptz not null,
  data       jsonb not null,
  primary key (account_id, id)
);
create unique index events_in_order on events (account_id, position) where position is not null;
-- A reader of few types would otherwise read past all others again and again.
create index events_by_type on events (account_id, type, position) where position is not null;

-- The position of the newest event of an account, and that of the newest one that was deleted because of its age.
create table event_counters (
  account_id bigint primary key references accounts,
  last       bigint not null,
  pruned     bigint not null default 0
);

-- Runs at commit, so the counter is the last lock that a transaction takes: it cannot be part of a deadlock, and
-- positions are in commit order. The lock is released when the commit is visible, so a reader never sees a position
-- before all lower ones.
create function number_event() returns trigger language plpgsql as $$
declare
  next bigint;
begin
  insert into event_counters as c (account_id, last) values (new.account_id, 1)
  on conflict (account_id) do update set last = c.last + 1
  returning last into next;
  update events set position = next where account_id = new.account_id and id = new.id;
  return null;
end $$;
create constraint trigger events_numbered after insert on events deferrable initially deferred
  for each row when (new.position is null) execute function number_event();

-- When the event of the passed final due date was written. What is overdue already gets none.
alter table invoices add column overdue_at timestamptz;
update invoices set overdue_at = now()
where kind = 'invoice' and status in ('Sent', 'Collection') and settlement_date < current_date;
create index invoices_not_overdue_yet on invoices (account_id, settlement_date)
  where kind = 'invoice' and status in ('Sent', 'Collection') and overdue_at is null;
