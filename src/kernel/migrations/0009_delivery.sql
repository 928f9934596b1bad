-- How invoices reach their customers, and what became of it.

-- What happened to an invoice and can't be read off its own row. Rows of one series belong together: the tries
-- to carry one document to one place.
create table invoice_events (
  account_id bigint not null,
  invoice_id bigint not null,
  id         bigint generated always as identity,
  at         timestamptz not null,
  event      text not null,
  via        text not null default '',
  series     text not null default '',
  recipient  text not null default '',
  reason     text not null default '',
  primary key (account_id, invoice_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
-- What happens once is told once, whatever runs twice.
create unique index invoice_events_once on invoice_events (account_id, invoice_id, event, series)
  where event in ('sent', 'reminded', 'opened');

-- The states of an invoice are told by the database itself, in the statement that changes them, so that no way
-- of changing them can forget it. Making an invoice costs nothing here: that it was made is in its row.
create function tell_invoice_event() returns trigger language plpgsql as $$
begin
  insert into invoice_events (account_id, invoice_id, at, event, via, reason)
  select new.account_id, new.id, new.updated_at, told.event, told.via, told.reason
  from (values
    (1, old.status = 'Draft', 'issued', '', ''),
    (2, new.claim_status = 'sent' and old.claim_status <> 'sent', 'claim_sent', 'bank', ''),
    (3, new.claim_error <> '' and new.claim_error <> old.claim_error, 'claim_failed', 'bank', new.claim_error),
    (4, new.claim_status = 'cancel' and old.claim_status <> 'cancel', 'claim_cancelled', 'bank', ''),
    (5, new.claim_status = 'paid' and old.claim_status <> 'paid', 'claim_paid', 'bank', ''),
    (6, new.status = 'Collection' and old.status <> 'Collection', 'collection', 'bank', ''),
    (7, new.status = 'Paid' and old.status <> 'Paid', 'paid', '', '')
  ) as told (position, happened, event, via, reason)
  where told.happened order by told.position;
  return null;
end $$;
create trigger invoices_told after update of status, claim_status, claim_error on invoices
  for each row
  when (old.status <> new.status or old.claim_status <> new.claim_status or old.claim_error <> new.claim_error)
  execute function tell_invoice_event();

-- By which the network knows the e-invoice; empty until it has taken it.
alter table invoices add column einvoice_reference text not null default '';
create index invoices_with_einvoice on invoices (account_id, id) where xml_status in ('queued', 'sent');

-- One reminder of a kind for an invoice: the row is made with the job that sends it.
create table invoice_reminders (
  account_id bigint not null,
  invoice_id bigint not null,
  kind       text not null check (kind in ('before', 'after')),
  created_at timestamptz not null,
  primary key (account_id, invoice_id, kind),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);

-- Mail where no mail server is configured. account_id 0 stands for mail that is about no account's books.
create table sandbox_mail (
  account_id  bigint not null,
  id          bigint generated always as identity,
  message_id  text not null,
  recipient   text not null,
  subject     text not null,
  text        text not null,
  html        text not null,
  attachments jsonb not null,
  sent_at     timestamptz not null,
  primary key (account_id, id),
  unique (account_id, message_id)
);
create index sandbox_mail_by_recipient on sandbox_mail (lower(recipient), id);

-- The embedded e-invoice hub: what a real one would remember of the documents that it was given.
create table sandbox_einvoices (
  account_id   bigint not null references accounts,
  invoice_guid uuid not null,
  transmission text not null,
  recipient    text not null,
  xml          text not null,
  status       text not null check (status in ('sent', 'delivered', 'rejected', 'failed')),
  reason       text not null default '',
  created_at   timestamptz not null default now(),
  primary key (account_id, invoice_guid)
);
