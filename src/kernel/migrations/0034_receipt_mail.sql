-- Receipts by mail: each company has an address with an unguessable part, which it can renew. The token is stored as it is
-- printed in the console, because it only lets somebody hand in a receipt that a person must approve.
create table receipt_addresses (
  account_id bigint primary key references accounts,
  token      text not null,
  -- Addresses, or domains as @example.is, that may send receipts besides the people of the company.
  senders    text[] not null default '{}',
  created_at timestamptz not null
);

-- What came to the address and what became of it. A mail server may deliver a message twice; the digest of its id tells.
create table receipt_mails (
  account_id     bigint not null references accounts,
  id             bigint generated always as identity,
  message_digest bytea not null,
  sender         text not null,
  subject        text not null,
  outcome        text not null check (outcome in ('taken', 'partly', 'refused', 'empty')),
  costs          integer not null,
  received_at    timestamptz not null,
  primary key (account_id, id),
  unique (account_id, message_digest)
);
