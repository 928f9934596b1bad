-- One table of calls that are stored instead of being run: those of programs, which wait for a person, and those of
-- people, which wait for the clock so that they can be undone. They were proposals and delayed_actions. A node of the
-- previous release answers such calls with an error.
create table stored_calls (
  account_id      bigint not null references accounts (account_id),
  id              bigint generated always as identity,
  guid            uuid not null,
  waits_for       text not null check (waits_for in ('person', 'clock')),
  -- The program or the person whose call it is.
  client_id       text,
  person_id       bigint,
  ip              text not null,
  request_id      text not null,
  -- What is done, and the name under which the operation is found again.
  operation       text not null,
  operation_key   text not null,
  -- JSON as it was sent, with its files beside it.
  input           text not null,
  files           jsonb not null,
  -- What the call would have done when it was stored; null where the operation describes none.
  effect          jsonb,
  -- What its record is called.
  number          text not null,
  name            text not null,
  -- The record that no other call may wait for meanwhile.
  target          uuid,
  -- The limits that the call of a program exceeds, and the key that it was sent with.
  reasons         text[] not null default '{}',
  idempotency_key text,
  digest          bytea,
  state           text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'expired',
    'running', 'done', 'undone', 'refused', 'seen')),
  created_at      timestamptz not null,
  -- When the clock runs it, or ends it if no person has decided.
  due_at          timestamptz not null,
  ended_at        timestamptz,
  decided_by      bigint,
  reason          text not null default '',
  -- Why it was refused when it was to run, and what it answered.
  problems        jsonb,
  answer          jsonb,
  primary key (account_id, guid),
  foreign key (account_id, person_id) references people (account_id, id),
  foreign key (account_id, decided_by) references people (account_id, id),
  check (case waits_for when 'person' then client_id is not null and effect is not null else person_id is not null end),
  check (state = 'waiting' or (waits_for = 'person') = (state in ('approved', 'declined', 'withdrawn', 'expired'))),
  check (waits_for = 'clock' or (state = 'waiting') = (ended_at is null)),
  check (waits_for = 'clock' or (state = 'approved') = (answer is not null))
);

-- What other nodes have begun to store is waited for, and nothing comes after it was read.
lock table proposals, delayed_actions in access exclusive mode;
insert into stored_calls (account_id, guid, waits_for, client_id, ip, request_id, operation, operation_key, input, files,
  effect, number, name, reasons, idempotency_key, digest, state, created_at, due_at, ended_at, decided_by, reason, problems, answer)
select account_id, guid, 'person', client_id, ip, request_id, operation, operation_key, input, files,
  preview, coalesce(preview -> 'record' ->> 'number', ''),
  coalesce(preview -> 'receiver' ->> 'name', preview -> 'record' ->> 'name', preview ->> 'name', ''),
  reasons, idempotency_key, digest, state, created_at, expires_at, ended_at, decided_by, reason,
  case when refusal is not null then jsonb_build_array(refusal || '{"details": [], "reasons": []}') end, answer
from proposals order by created_at, guid;

-- An action that makes an invoice is shown with its amount; only that is known of its effect.
insert into stored_calls (account_id, guid, waits_for, person_id, ip, request_id, operation, operation_key, input, files,
  effect, number, name, target, state, created_at, due_at, ended_at, problems, answer)
select a.account_id, a.guid, 'clock', a.person_id, a.ip, '',
  coalesce(case when a.operation = 'run-many' then a.input ->> 'operation' end, a.operation), a.operation, a.input::text, '[]',
  case when a.operation = 'create-invoice' then jsonb_build_object(
    'kind', case a.input ->> 'type' when 'credit' then 'credit_note' else 'invoice' end, 'name', '', 'record', null,
    'receiver', null, 'amount', case when a.input ->> 'amount' ~ '^\d+(\.\d+)?$' then (a.input ->> 'amount')::numeric end,
    'fee', null, 'currency', coalesce(a.input ->> 'currency', 'ISK'), 'exchange_rate', null, 'lines', '[]'::jsonb,
    'vat', '[]'::jsonb, 'dates', '{}'::jsonb, 'deliver', '[]'::jsonb, 'claim', false, 'payment', null,
    'files', '[]'::jsonb, 'fields', '[]'::jsonb, 'defaults', '[]'::jsonb) end,
  coalesce(i.number::text, d.number::text, ''),
  coalesce(i.buyer ->> 'name', d.buyer ->> 'name', c.supplier_name, (
    select name from customers u where u.account_id = a.account_id
      and u.guid::text in (a.input ->> 'guid', a.input -> 'customer' ->> 'guid') limit 1),
    a.input -> 'customer' ->> 'name', ''),
  a.target, a.state, a.created_at, a.run_at, a.ended_at, a.problems, a.answer
from delayed_actions a
left join invoices i on i.account_id = a.account_id
  and i.guid::text = coalesce(a.target::text, a.input ->> 'ref_invoice_guid')
left join sales_documents d on d.account_id = a.account_id and d.guid = a.target
left join costs c on c.account_id = a.account_id and c.guid = a.target
order by a.account_id, a.id;

drop table proposals, delayed_actions;

-- Two pending actions on one record would contradict each other, as with a button that was pressed twice.
create unique index stored_calls_pending on stored_calls (account_id, target)
  where state in ('waiting', 'running') and target is not null;
create unique index stored_calls_by_key on stored_calls (account_id, idempotency_key) where idempotency_key is not null;
create index stored_calls_open on stored_calls (account_id, waits_for, state) where state in ('waiting', 'running', 'refused');
create index stored_calls_of_programs on stored_calls (account_id, created_at desc, guid) where waits_for = 'person';
create index stored_calls_of_people on stored_calls (account_id, person_id, id) where person_id is not null;
create index stored_calls_by_decider on stored_calls (account_id, decided_by) where decided_by is not null;
create index stored_calls_by_expiry on stored_calls (due_at) where waits_for = 'person' and state = 'waiting';
