-- What comes after a delivery: mail that comes back, pages that should no longer be paid at, and whose turn it is.

-- That a mail came back, or is late, is told once for each mail, however often it is heard.
create unique index invoice_events_came_back on invoice_events (account_id, invoice_id, event, series)
  where event in ('bounced', 'delayed');
-- Which invoices did not reach their customers.
create index invoice_events_undelivered on invoice_events (account_id, invoice_id, id)
  where event in ('bounced', 'given_up');

-- Since when nothing can be paid at a checkout any more, by the word of its provider.
alter table checkouts add column over_at timestamptz;

-- A claim that was paid although nothing was owed is no failure of the bank's.
create or replace function tell_invoice_event() returns trigger language plpgsql as $$
begin
  insert into invoice_events (account_id, invoice_id, at, event, via, reason)
  select new.account_id, new.id, new.updated_at, told.event, told.via, told.reason
  from (values
    (1, old.status = 'Draft', 'issued', '', ''),
    (2, new.claim_status = 'sent' and old.claim_status <> 'sent', 'claim_sent', 'bank', ''),
    (3, new.claim_error <> '' and new.claim_error <> old.claim_error and new.claim_status <> 'paid', 'claim_failed',
      'bank', new.claim_error),
    (4, new.claim_status = 'cancel' and old.claim_status <> 'cancel', 'claim_cancelled', 'bank', ''),
    (5, new.claim_status = 'paid' and old.claim_status <> 'paid', 'claim_paid', 'bank', ''),
    (6, new.claim_status = 'paid' and old.claim_status <> 'paid' and new.claim_error <> '', 'unexpected_payment',
      'bank', new.claim_error),
    (7, new.status = 'Collection' and old.status <> 'Collection', 'collection', 'bank', ''),
    (8, new.status = 'Paid' and old.status <> 'Paid', 'paid', '', '')
  ) as told (position, happened, event, via, reason)
  where told.happened order by told.position;
  return null;
end $$;

-- Workers go from account to account, so that the many jobs of one hold up no other.
create index jobs_in_turn on jobs (kind, account_id, run_at, id) where dead_at is null;
drop index jobs_due;
