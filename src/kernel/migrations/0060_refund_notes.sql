-- Whether a credit note was issued after its invoice had been paid, so that it gives money back. A note of an unpaid
-- invoice lowers what is owed instead. Dates cannot tell the two apart where the payment and the note are of one day.
alter table invoices add column is_refund boolean not null default false;

update invoices n set is_refund = true
from invoices o
where n.kind = 'credit' and o.account_id = n.account_id and o.id = n.refer_id and o.status = 'Paid'
  and (n.status = 'Sent' or n.paid_on > o.paid_on or (n.mark_paid and n.issue_date >= o.paid_on));
