-- Claims that the payer or the bank has cancelled while the invoice is still to be paid: they may be revived there.
create index invoices_with_cancelled_claim on invoices (account_id, id)
  where claim_status = 'cancel' and status in ('Sent', 'Collection');
