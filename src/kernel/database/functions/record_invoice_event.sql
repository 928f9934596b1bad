-- Writes a change of an invoice's state or claim to its timeline, in the statement that makes the change, so that no
-- store can forget it. The person who acts is the one of the audit row: the kernel puts it into kvitt.person_id in the
-- same statement (final-statement.ts), and after triggers run at the end of a statement.
create or replace function record_invoice_event() returns trigger language plpgsql as $$
begin
  insert into invoice_events (account_id, invoice_id, at, event, via, reason, person_id)
  select new.account_id, new.id, new.updated_at, change.event, change.via, change.reason,
    nullif(current_setting('kvitt.person_id', true), '')::bigint
  from (values
    (1, old.status = 'Draft', 'issued', '', ''),
    (2, new.claim_status = 'sent' and old.claim_status <> 'sent', 'claim_sent', 'bank', ''),
    -- A claim that was paid although nothing was owed is not a failure of the bank.
    (3, new.claim_error <> '' and new.claim_error <> old.claim_error and new.claim_status <> 'paid'
      and new.bank_transaction_amount = old.bank_transaction_amount, 'claim_failed', 'bank', new.claim_error),
    (4, new.claim_status = 'cancel' and old.claim_status <> 'cancel', 'claim_cancelled', 'bank', ''),
    (5, new.claim_status = 'paid' and old.claim_status <> 'paid', 'claim_paid', 'bank', ''),
    (6, new.claim_error <> '' and (new.claim_status = 'paid' and old.claim_status <> 'paid'
      or new.claim_error <> old.claim_error and new.bank_transaction_amount <> old.bank_transaction_amount),
      'unexpected_payment', 'bank', new.claim_error),
    (7, new.status = 'Collection' and old.status <> 'Collection', 'collection', 'bank', ''),
    (8, new.paid_amount > old.paid_amount and new.status <> 'Paid', 'part_paid', '',
      concat(new.paid_amount - old.paid_amount, ' ', new.currency)),
    (9, new.status = 'Paid' and old.status <> 'Paid', 'paid', '', ''),
    (10, new.paid_amount < old.paid_amount, 'payment_reversed', '',
      concat(old.paid_amount - new.paid_amount, ' ', new.currency)),
    (11, old.status = 'Paid' and new.status in ('Sent', 'Collection'), 'reopened', '', ''),
    (12, new.written_off_on is not null and old.written_off_on is null, 'written_off', '',
      concat(new.written_off_amount, ' ', new.currency)),
    (13, new.written_off_on is null and old.written_off_on is not null, 'write_off_undone', '', '')
  ) as change (position, is_made, event, via, reason)
  where change.is_made order by change.position;
  return null;
end $$;
