-- Documents at the access point that could not be fetched or acknowledged. With an answer, the document was received
-- and only the acknowledgement is left; without one it is fetched again.
create table fetched_einvoices (
  id text primary key,
  answer jsonb,
  tried_at timestamptz not null
);
