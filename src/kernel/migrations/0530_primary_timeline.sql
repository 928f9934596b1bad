-- The timeline of the server that takes writes, as the first node that saw it has noted. A replica that has this row has
-- replayed something of the same timeline.
create table primary_timeline (
  is_only boolean primary key default true check (is_only),
  timeline integer not null
);
